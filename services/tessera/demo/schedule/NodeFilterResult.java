package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * The filters' verdict on one node for one pod.
 *
 * @param reasons    why not, in the scheduler's words; empty when the pod fits
 * @param isResolvable whether evicting other pods could help
 */
public record NodeFilterResult(List<String> reasons, boolean isResolvable) {

    public static final NodeFilterResult FITS = new NodeFilterResult(List.of(), true);

    public NodeFilterResult {
        reasons = List.copyOf(reasons);
    }

    static NodeFilterResult ofResolvable(String reason) {
        return new NodeFilterResult(List.of(reason), true);
    }

    static NodeFilterResult ofUnresolvable(String reason) {
        return new NodeFilterResult(List.of(reason), false);
    }

    public boolean isFit() {
        return reasons.isEmpty();
    }

    /** Returns both failures together; it is resolvable only if eviction helps against each. */
    NodeFilterResult combinedWith(NodeFilterResult other) {
        if (isFit()) {
            return other;
        }
        var both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new NodeFilterResult(both, isResolvable && other.isResolvable);
    }
}
