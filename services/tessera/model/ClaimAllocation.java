package tessera.model;

import java.util.List;

/**
 * What a claim was given.
 *
 * @param node the only node that reaches the devices; empty where others do
 */
public record ClaimAllocation(List<AllocatedDevice> devices, String node) {

    public ClaimAllocation {
        devices = List.copyOf(devices);
    }
}
