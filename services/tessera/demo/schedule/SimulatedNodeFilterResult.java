package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.NodeRejectionReason;

/**
 * The filters' verdict on one node for one pod.
 *
 * @param reasons    why not, in the scheduler's words; empty when the pod fits
 * @param isResolvable whether evicting other pods could help
 */
public record SimulatedNodeFilterResult(List<String> reasons, boolean isResolvable) {

    public static final SimulatedNodeFilterResult FITS = new SimulatedNodeFilterResult(List.of(), true);

    private static final Map<NodeRejectionReason, SimulatedNodeFilterResult> OF_REASONS = Stream
            .of(NodeRejectionReason.values())
            .collect(Collectors.toUnmodifiableMap(reason -> reason,
                    reason -> new SimulatedNodeFilterResult(List.of(reason.message()), reason.evictionHelps())));

    public SimulatedNodeFilterResult {
        reasons = List.copyOf(reasons);
    }

    static SimulatedNodeFilterResult of(NodeRejectionReason rejection) {
        return Objects.requireNonNull(OF_REASONS.get(rejection));
    }

    static SimulatedNodeFilterResult ofResolvable(String reason) {
        return new SimulatedNodeFilterResult(List.of(reason), true);
    }

    static SimulatedNodeFilterResult ofUnresolvable(String reason) {
        return new SimulatedNodeFilterResult(List.of(reason), false);
    }

    public boolean isFit() {
        return reasons.isEmpty();
    }

    /** Returns both failures together; it is resolvable only if eviction helps against each. */
    SimulatedNodeFilterResult combinedWith(SimulatedNodeFilterResult other) {
        if (isFit()) {
            return other;
        }
        var both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new SimulatedNodeFilterResult(both, isResolvable && other.isResolvable);
    }
}
