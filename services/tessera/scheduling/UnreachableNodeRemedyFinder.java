package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;

/** Remedies for nodes that are not ready and whose terminating pods hold what the pod requests: they end with the node alone. */
record UnreachableNodeRemedyFinder(SchedulingSnapshot schedulingSnapshot, List<NodeFitResult> nodes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnreachableNodeRemedyFinder.class);

    UnreachableNodeRemedyFinder {
        nodes = List.copyOf(nodes);
    }

    List<SchedulingRemedy> remedies() {
        return nodes.stream().filter(UnreachableNodeRemedyFinder::isClosedByTrouble)
                .flatMap(node -> remedy(node).stream()).limit(SchedulingRemedy.MOST_OF_A_KIND).toList();
    }

    /** Returns whether the cluster's own taints close the node, and pods hold what is missing. */
    private static boolean isClosedByTrouble(NodeFitResult node) {
        return node.status() == NodeFitResult.NodeFitStatus.CLOSED
                && !node.failsOnly(NodeFilterFailureEndCondition.CLOSED)
                && node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.CLOSED)
                        .allMatch(UnreachableNodeRemedyFinder::hasTroubleTaint);
    }

    private static boolean hasTroubleTaint(PredictedNodeFilterFailure failure) {
        return failure.taint().map(Taint::key).filter(key -> key.startsWith(CordonedOrTaintedNodeRemedyFinder.TROUBLE))
                .isPresent();
    }

    private Optional<SchedulingRemedy> remedy(NodeFitResult node) {
        var ready = schedulingSnapshot.notReadyCondition(node.name());
        var ending = schedulingSnapshot.findNode(node.name()).stream().flatMap(each -> each.pods().stream())
                .filter(SchedulerPod::terminating).toList();
        if (ready.isEmpty() || !isEnough(node, ending)) {
            return Optional.empty();
        }
        return Optional.of(new SchedulingRemedy(
                MESSAGES.text("remedy.unreachableNode", node.name(), ready.get().status().equals("False"),
                        ending.stream().map(SchedulerPod::podKey).toList()),
                ShellWordQuoter.fillCommand("tessera doctor --node %s", node.name()),
                new SchedulingRemedyChange.RepairNodeAction(node.name())));
    }

    /** Returns whether the node would have enough for the pod without the pods that are terminating. */
    private boolean isEnough(NodeFitResult node, List<SchedulerPod> ending) {
        var keys = ending.stream().map(SchedulerPod::podKey).collect(Collectors.toSet());
        return node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS)
                .allMatch(
                        failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)
                                ? schedulingSnapshot.inputs().deviceClaims()
                                        .filter(claims -> !claims.podsToFreeDevices(node.nodeSummary(), keys::contains)
                                                .isEmpty())
                                        .isPresent()
                                : failure.shortfall()
                                        .filter(shortfall -> ending.stream()
                                                .map(each -> each.requests().get(shortfall.resource()))
                                                .reduce(0L, ResourceAmounts::saturatedSum) >= shortfall.missing())
                                        .isPresent());
    }
}
