package tessera.model;

import java.util.List;

/**
 * A request of a claim.
 *
 * @param options ways to meet it, the best first; one where it is not prioritized
 */
public record ClaimDeviceRequest(String name, List<DeviceSubRequest> options) {

    public ClaimDeviceRequest {
        options = List.copyOf(options);
    }
}
