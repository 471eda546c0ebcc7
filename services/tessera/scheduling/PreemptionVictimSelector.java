package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.SchedulerPlugin;

/** Selects the fewest pods of a full node whose end would make room for another pod. */
final class PreemptionVictimSelector {

    private final SchedulerNode schedulerNode;
    private final List<ResourceShortfall> shortages;
    /** How many pods at least have to go, whatever they hold. */
    private final long surplus;

    private PreemptionVictimSelector(SchedulerNode schedulerNode, List<ResourceShortfall> shortages, long surplus) {
        this.schedulerNode = schedulerNode;
        this.shortages = shortages;
        this.surplus = surplus;
    }

    /** Returns the pods to end so that a full node accepts the pod; empty where capacity is not its only problem. */
    static Optional<List<SchedulerPod>> select(NodeFitResult node, SchedulerNode schedulerNode) {
        if (!node.failsOnly(NodeFilterFailureEndCondition.OTHERS)
                || node.failures().stream().anyMatch(failure -> !failure.isOf(SchedulerPlugin.NODE_RESOURCES_FIT))) {
            return Optional.empty();
        }
        var shortages = node.failures().stream().flatMap(failure -> failure.shortfall().stream()).toList();
        long surplus = node.failures().stream().mapToLong(PredictedNodeFilterFailure::excessPods).max().orElse(0);
        return new PreemptionVictimSelector(schedulerNode, shortages, surplus).selectFewest();
    }

    private Optional<List<SchedulerPod>> selectFewest() {
        var able = schedulerNode.pods().stream().filter(pod -> !pod.returnsToNode()).filter(this::freesShortage)
                .sorted(Comparator.comparing(SchedulerPod::terminating).reversed()
                        .thenComparingInt(SchedulerPod::priority).thenComparingLong(this::heldAmount)
                        .thenComparing(SchedulerPod::podKey))
                .toList();
        var one = able.stream().filter(pod -> freesEnough(List.of(pod))).findFirst();
        if (one.isPresent()) {
            return Optional.of(List.of(one.get()));
        }
        var going = new ArrayList<SchedulerPod>();
        for (var pod : able.stream().sorted(Comparator.comparing(SchedulerPod::terminating).reversed()
                .thenComparing(Comparator.comparingLong(this::heldAmount).reversed())).toList()) {
            if (!freesEnough(going)) {
                going.add(pod);
            }
        }
        if (!freesEnough(going)) {
            return Optional.empty();
        }
        for (var pod : List.copyOf(going)) {
            var without = going.stream().filter(other -> !other.equals(pod)).toList();
            if (freesEnough(without)) {
                going.remove(pod);
            }
        }
        return Optional.of(List.copyOf(going));
    }

    private boolean freesShortage(SchedulerPod pod) {
        return surplus > 0 || shortages.stream().anyMatch(shortfall -> pod.requests().get(shortfall.resource()) > 0);
    }

    /** Returns the amount of the scarce resource that a pod holds, devices first. */
    private long heldAmount(SchedulerPod assignedPod) {
        return shortages.stream().filter(shortfall -> shortfall.resource().contains("/")).findFirst()
                .or(() -> shortages.stream().findFirst())
                .map(shortfall -> assignedPod.requests().get(shortfall.resource())).orElse(0L);
    }

    private boolean freesEnough(List<SchedulerPod> going) {
        return going.size() >= surplus && shortages.stream().allMatch(shortfall -> isCovered(shortfall, going));
    }

    private static boolean isCovered(ResourceShortfall shortfall, List<SchedulerPod> going) {
        return going.stream().mapToLong(pod -> pod.requests().get(shortfall.resource())).reduce(0,
                ResourceAmounts::saturatedSum) >= shortfall.missing();
    }
}
