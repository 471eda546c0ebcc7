package tessera.model;

import java.util.List;
import java.util.Map;

/**
 * What a pod that has no node yet says of those it may go to.
 *
 * @param selector    labels that a node must have
 * @param choosy      whether it demands more of a node than that, which only the whole pod tells
 * @param tolerations what it puts up with
 */
public record Placing(Map<String, String> selector, boolean choosy, List<Toleration> tolerations) {

    public Placing {
        tolerations = List.copyOf(tolerations);
    }

    /** Whether a node has the labels that it must have. */
    public boolean selects(NodeFacts node) {
        return selector.entrySet().stream().allMatch(each -> each.getValue().equals(node.labels().get(each.getKey())));
    }
}
