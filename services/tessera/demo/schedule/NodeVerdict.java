package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * What the scheduler says of one node for one pod.
 *
 * @param reasons    why not, in the scheduler's words; empty when the pod fits
 * @param resolvable whether evicting other pods could help
 */
public record NodeVerdict(List<String> reasons, boolean resolvable) {

    public static final NodeVerdict FITS = new NodeVerdict(List.of(), true);

    public NodeVerdict {
        reasons = List.copyOf(reasons);
    }

    static NodeVerdict full(String reason) {
        return new NodeVerdict(List.of(reason), true);
    }

    static NodeVerdict closed(String reason) {
        return new NodeVerdict(List.of(reason), false);
    }

    public boolean fits() {
        return reasons.isEmpty();
    }

    /** Both objections together; eviction must help against each. */
    NodeVerdict and(NodeVerdict other) {
        if (fits()) {
            return other;
        }
        var both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new NodeVerdict(both, resolvable && other.resolvable);
    }
}
