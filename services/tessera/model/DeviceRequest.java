package tessera.model;

import java.util.List;

/**
 * A request of a claim.
 *
 * @param options ways to meet it, the best first; one where it is not prioritized
 */
public record DeviceRequest(String name, List<DeviceSubRequest> options) {

    public DeviceRequest {
        options = List.copyOf(options);
    }
}
