package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault.NodeFaultLevel;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.text.MessageCatalog;

/** Proposes remedies where every node that could accept a pod is closed, and full as well. */
record CordonedOrTaintedNodeRemedyFinder(List<NodeFitResult> nodes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CordonedOrTaintedNodeRemedyFinder.class);
    /** Taints that a cluster sets by itself, because something is wrong with the node. */
    static final String TROUBLE = "node.kubernetes.io/";
    private static final String CONTROL = "node-role.kubernetes.io/";

    /** Returns the first remedy for a node that is closed and full, where no single step is enough. */
    List<SchedulingRemedy> firstRemedies() {
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED)
                .sorted(Comparator.comparingInt(node -> node.failures().size()))
                .flatMap(node -> openingRemedy(node).stream()).limit(1).toList();
    }

    /**
     * Returns the remedy for the taint that alone closes most of the full nodes; empty where another remedy tolerates it.
     *
     * @param other what would help; where nothing would, one node is told instead
     */
    Optional<SchedulingRemedy> mostCommonTaintRemedy(List<SchedulingRemedy> other) {
        var known = other.stream().map(SchedulingRemedy::remedy).toList();
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED && !other.isEmpty())
                .map(CordonedOrTaintedNodeRemedyFinder::closedFailures).filter(closed -> closed.size() == 1)
                .flatMap(closed -> closed.getFirst().taint().stream())
                .filter(taint -> !shouldNotTolerate(taint)
                        && !known.contains(new SchedulingRemedyChange.AddTolerationsAction(List.of(taint))))
                .collect(Collectors.groupingBy(taint -> taint, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Taint, Long>comparingByValue().thenComparing(each -> each.getKey().toString()))
                .map(each -> new SchedulingRemedy(MESSAGES.text("remedy.tolerateFull", each.getKey(), each.getValue()),
                        "", new SchedulingRemedyChange.AddTolerationsAction(List.of(each.getKey()))));
    }

    private static List<PredictedNodeFilterFailure> closedFailures(NodeFitResult node) {
        return node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.CLOSED)
                .toList();
    }

    private static Optional<SchedulingRemedy> openingRemedy(NodeFitResult node) {
        var closed = node.failures().stream()
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.CLOSED).toList();
        var full = node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS)
                .map(PredictedNodeFilterFailure::text).toList();
        var taints = closed.stream().flatMap(failure -> failure.taint().stream()).toList();
        if (closed.stream().allMatch(failure -> failure.isOf(SchedulerPlugin.NODE_UNSCHEDULABLE))) {
            var guarded = protectedNodeRemedy(node);
            if (guarded.isPresent()) {
                return guarded;
            }
            return Optional.of(new SchedulingRemedy(MESSAGES.text("remedy.uncordonAndWait", node.name(), full),
                    ShellWordQuoter.fillCommand("tessera plan uncordon %s", node.name()),
                    new SchedulingRemedyChange.UncordonNodeAction(node.name())));
        }
        if (taints.size() < closed.size()
                || taints.stream().anyMatch(CordonedOrTaintedNodeRemedyFinder::shouldNotTolerate)) {
            return Optional.empty();
        }
        return Optional.of(new SchedulingRemedy(MESSAGES.text("remedy.tolerateAndWait", taints, node.name(), full), "",
                new SchedulingRemedyChange.AddTolerationsAction(taints)));
    }

    /** Returns whether a pod should not tolerate a taint. */
    static boolean shouldNotTolerate(Taint taint) {
        return taint.key().startsWith(TROUBLE) || taint.key().startsWith(CONTROL)
                || CordonOwnerCatalog.standard().findOwner(taint).isPresent();
    }

    /** Returns the remedy for a node that a taint closes on purpose; empty for any other. */
    static Optional<SchedulingRemedy> protectedTaintRemedy(List<Taint> taints, String node) {
        return taints.stream().flatMap(taint -> CordonOwnerCatalog.standard().findOwner(taint).stream()).findFirst()
                .map(owner -> new SchedulingRemedy(
                        MESSAGES.text("remedy.ownedTaint", node, owner.byline(), owner.reopens()),
                        ShellWordQuoter.fillCommand("kubectl describe node %s", node),
                        new SchedulingRemedyChange.RepairNodeAction(node)));
    }

    /** Returns the remedy instead of opening a node that was closed on purpose or is unhealthy; empty for any other. */
    static Optional<SchedulingRemedy> protectedNodeRemedy(NodeFitResult node) {
        var owner = CordonOwnerCatalog.standard().findOwner(node.nodeSummary());
        if (owner.isPresent()) {
            return Optional.of(new SchedulingRemedy(
                    MESSAGES.text("remedy.ownedCordon", node.name(), owner.get().byline(), owner.get().reopens()),
                    ShellWordQuoter.fillCommand("kubectl describe node %s", node.name()),
                    new SchedulingRemedyChange.RepairNodeAction(node.name())));
        }
        return NodeFaultSignalCatalog.standard().faultsOf(node.nodeSummary()).stream()
                .filter(fault -> fault.level() == NodeFaultLevel.CRITICAL).findFirst()
                .map(fault -> new SchedulingRemedy(MESSAGES.text("remedy.repairCordoned", node.name(), fault.label()),
                        ShellWordQuoter.fillCommand("tessera doctor --node %s", node.name()),
                        new SchedulingRemedyChange.RepairNodeAction(node.name())));
    }
}
