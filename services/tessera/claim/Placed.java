package tessera.claim;

import java.util.List;

/**
 * A claim that has devices of one node.
 *
 * @param pods that use it, with their namespaces
 */
public record Placed(String claim, String node, List<String> pods) {

    public Placed {
        pods = List.copyOf(pods);
    }
}
