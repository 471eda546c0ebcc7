package tessera.scheduling;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.health.CordonOwner;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.scheduling.PendingReasonPhrase.ClosedNodeCount;
import tessera.scheduling.PendingReasonPhrase.NodeClosure;
import tessera.scheduling.PendingReasonPhrase.NodeClosureKind;

/**
 * The blockers that keep a pod off a node that is large enough for it.
 *
 * @param cordoned whether the node takes no new pods at all
 * @param cordonOwner       who cordoned it on purpose; empty where the node does not tell
 * @param lacksDevices   whether the machine has devices that it does not offer for the time being, and that the pod wants
 * @param taints   that the pod does not tolerate
 */
public record PodNodeBlockers(boolean cordoned, String cordonOwner, boolean lacksDevices, List<Taint> taints) {

    private static final int LISTED = 3;

    public PodNodeBlockers {
        taints = List.copyOf(taints);
    }

    /** Returns what closes a node to a pod for which it is large enough when empty; nothing where it is open. */
    static PodNodeBlockers of(NodeFitResult node) {
        var failures = node.failures();
        return new PodNodeBlockers(
                failures.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.NODE_UNSCHEDULABLE)),
                CordonOwnerCatalog.standard().findOwner(node.nodeSummary()).map(CordonOwner::name).orElse(""),
                failures.stream().anyMatch(PredictedNodeFilterFailure::isWithheldDevice),
                failures.stream().flatMap(failure -> failure.taint().stream()).toList());
    }

    /** Returns whether one of the blockers may pass by itself, whatever the others are. */
    boolean hasTemporaryPart() {
        return !temporaryClosures().isEmpty();
    }

    /** Returns whether all blockers may pass by themselves: a cordon, unhealthy devices, or taints that the cluster removes again. */
    public boolean isTemporary() {
        return taints.stream().allMatch(PodNodeBlockers::isTrouble);
    }

    private Set<NodeClosure> temporaryClosures() {
        var closures = new LinkedHashSet<NodeClosure>();
        if (cordoned) {
            closures.add(new NodeClosure(NodeClosureKind.CORDON, cordonOwner));
        }
        if (lacksDevices) {
            closures.add(new NodeClosure(NodeClosureKind.WITHHELD_DEVICES, ""));
        }
        taints.stream().flatMap(taint -> troubleOf(taint).stream()).filter(closure -> !isToldByCordon(closure))
                .forEach(closures::add);
        return closures;
    }

    private boolean isToldByCordon(NodeClosure closure) {
        return cordoned && (closure.kind() == NodeClosureKind.CORDON
                || (closure.kind() == NodeClosureKind.OWNER && closure.detail().equals(cordonOwner)));
    }

    private static boolean isTrouble(Taint taint) {
        return troubleOf(taint).isPresent();
    }

    /** Returns the closure by a taint that its owner removes again; empty for any other taint. */
    private static Optional<NodeClosure> troubleOf(Taint taint) {
        if (taint.key().equals(Taint.UNSCHEDULABLE.key())) {
            return Optional.of(new NodeClosure(NodeClosureKind.CORDON, ""));
        }
        return taint.nodeProblemText().map(text -> new NodeClosure(NodeClosureKind.TROUBLE, text))
                .or(() -> CordonOwnerCatalog.standard().findOwner(taint)
                        .map(owner -> new NodeClosure(NodeClosureKind.OWNER, owner.name())));
    }

    private Stream<NodeClosure> lastingTaints() {
        return taints.stream().filter(taint -> !isTrouble(taint)).map(Taint::toString).distinct()
                .map(taint -> new NodeClosure(NodeClosureKind.TAINT, taint));
    }

    /** Returns the reason of a pod to which all nodes are closed. */
    static PendingReason reasonOf(List<PodNodeBlockers> nodes) {
        var troubles = counted(nodes.stream().flatMap(node -> node.temporaryClosures().stream())).toList();
        var taints = counted(nodes.stream().flatMap(PodNodeBlockers::lastingTaints)).limit(LISTED).toList();
        if (troubles.isEmpty() && taints.size() == 1 && taints.getFirst().nodes() == nodes.size()) {
            return new PendingReason.SuitableNodesTainted(taints.getFirst().detail(), nodes.size());
        }
        // What closes most of the nodes is what one has to know first.
        boolean taintsFirst = largestCount(taints) > largestCount(troubles);
        return new PendingReason.SuitableNodesClosed(nodes.stream().anyMatch(PodNodeBlockers::isTemporary), Stream
                .of(taintsFirst ? taints : troubles, taintsFirst ? troubles : taints).flatMap(List::stream).toList());
    }

    private static Stream<ClosedNodeCount> counted(Stream<NodeClosure> closures) {
        return closures.collect(Collectors.groupingBy(closure -> closure, Collectors.summingInt(_ -> 1))).entrySet()
                .stream()
                .map(each -> new ClosedNodeCount(each.getKey().kind(), each.getKey().detail(), each.getValue()))
                .sorted(Comparator.comparingInt(ClosedNodeCount::nodes).reversed().thenComparing(ClosedNodeCount::kind)
                        .thenComparing(ClosedNodeCount::detail));
    }

    private static int largestCount(List<ClosedNodeCount> counts) {
        return counts.stream().mapToInt(ClosedNodeCount::nodes).max().orElse(0);
    }
}
