package tessera.dra;

import java.util.List;

/**
 * A claim that has devices.
 *
 * @param node the only node that reaches these; empty where several do
 * @param pods that use it, with their namespaces
 */
public record NodeAllocatedResourceClaim(String claim, String node, List<String> pods) {

    public NodeAllocatedResourceClaim {
        pods = List.copyOf(pods);
    }
}
