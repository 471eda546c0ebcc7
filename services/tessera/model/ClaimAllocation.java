package tessera.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The allocation of a claim: its devices and their node.
 *
 * @param node the only node that reaches the devices; empty where others do
 * @param since when that was, by the server's clock; null when the object does not say
 */
public record ClaimAllocation(List<AllocatedDevice> devices, String node, @Nullable Instant since) {

    public ClaimAllocation {
        devices = List.copyOf(devices);
    }
}
