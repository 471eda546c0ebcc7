package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * The filters' verdict on one node for one pod.
 *
 * @param reasons    why not, in the scheduler's words; empty when the pod fits
 * @param isResolvable whether evicting other pods could help
 */
public record NodeVerdict(List<String> reasons, boolean isResolvable) {

    public static final NodeVerdict FITS = new NodeVerdict(List.of(), true);

    public NodeVerdict {
        reasons = List.copyOf(reasons);
    }

    static NodeVerdict ofResolvable(String reason) {
        return new NodeVerdict(List.of(reason), true);
    }

    static NodeVerdict ofUnresolvable(String reason) {
        return new NodeVerdict(List.of(reason), false);
    }

    public boolean isFit() {
        return reasons.isEmpty();
    }

    /** Returns both failures together; it is resolvable only if eviction helps against each. */
    NodeVerdict combinedWith(NodeVerdict other) {
        if (isFit()) {
            return other;
        }
        var both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new NodeVerdict(both, isResolvable && other.isResolvable);
    }
}
