package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.kube.quantity.ResourceAmounts;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The number of identical pods that find a node now.
 *
 * @param podsByNode  how many on each node, those without any left out
 * @param capped whether there may be room for more: it was counted no further
 */
public record FittingPodCount(Map<String, Long> podsByNode, boolean capped) {

    /** Nobody wants to know of more. */
    static final long MOST = 10_000;
    /** Placing pods one by one is slow where each changes what the next may do. */
    private static final long ONE_BY_ONE = 500;

    public FittingPodCount {
        podsByNode = Map.copyOf(podsByNode);
    }

    public long totalPods() {
        return podsByNode.values().stream().mapToLong(Long::longValue).reduce(0, ResourceAmounts::saturatedSum);
    }

    static FittingPodCount compute(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        boolean alone = spec.ports().isEmpty() && spec.antiAffinity().isEmpty() && spec.affinity().isEmpty()
                && spec.spreadConstraints().isEmpty();
        if (alone) {
            return computeIndependent(schedulingSnapshot, spec);
        }
        return computeOneByOne(schedulingSnapshot, spec);
    }

    private static FittingPodCount computeIndependent(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        var filters = new SchedulerNodeFilters(schedulingSnapshot, spec);
        var counts = new TreeMap<String, Long>();
        boolean capped = false;
        for (var schedulerNode : schedulingSnapshot.nodes()) {
            if (filters.failuresOn(schedulerNode).failures().isEmpty()) {
                long count = Math.min(podsOn(filters, schedulerNode), schedulingSnapshot.inputs().deviceClaims()
                        .map(claims -> claims.countPodsOn(schedulerNode.nodeSummary())).orElse(Long.MAX_VALUE));
                counts.put(schedulerNode.name(), Math.min(count, MOST));
                capped |= count > MOST;
            }
        }
        return new FittingPodCount(counts, capped);
    }

    private static long podsOn(SchedulerNodeFilters filters, SchedulerNode schedulerNode) {
        var reserved = filters.withNominatedPods(schedulerNode);
        long pods = reserved.podLimit() - reserved.pods().size();
        return filters.shortfalls(reserved).stream()
                .mapToLong(shortfall -> (shortfall.allocatable() - shortfall.used()) / shortfall.requested())
                .reduce(pods, Math::min);
    }

    private static FittingPodCount computeOneByOne(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        var counts = new TreeMap<String, Long>();
        var now = schedulingSnapshot;
        for (long placed = 0; placed < ONE_BY_ONE; placed++) {
            var filters = new SchedulerNodeFilters(now, spec);
            var takes = now.nodes().stream()
                    .filter(schedulerNode -> filters.failuresOn(schedulerNode).failures().isEmpty())
                    .max(Comparator.comparingLong((SchedulerNode schedulerNode) -> podsOn(filters, schedulerNode))
                            .thenComparing(SchedulerNode::name));
            if (takes.isEmpty()) {
                return new FittingPodCount(counts, false);
            }
            var node = takes.get();
            counts.merge(node.name(), 1L, Long::sum);
            now = now.withNode(node.withPods(List.of(SchedulerPod.fromSpec(spec, "new-" + placed))));
        }
        return new FittingPodCount(counts, true);
    }
}
