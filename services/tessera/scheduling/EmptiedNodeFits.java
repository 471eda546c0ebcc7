package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The filter results of a fleet's nodes without their pods, for a pending pod as watches know it.
 *
 * @param podSpec  without volumes, affinity between pods and device claims, which lists do not read
 * @param snapshot with empty nodes
 * @param nodes    the result of each
 */
record EmptiedNodeFits(PodSchedulingSpec podSpec, SchedulingSnapshot snapshot, List<NodeFitResult> nodes) {

    static EmptiedNodeFits of(PodSchedulingSpec podSpec, SchedulingSnapshot emptied) {
        var filters = new SchedulerNodeFilters(emptied, podSpec);
        return new EmptiedNodeFits(podSpec, emptied,
                emptied.nodes().stream()
                        .map(node -> new NodeFitResult(node.nodeSummary(), filters.failuresOn(node), List.of()))
                        .toList());
    }

    /** Returns why no node takes the pod as it is, however long it waits; empty where one does, or is only closed. */
    Optional<String> neverText() {
        var headlines = new PodFitHeadlineBuilder(podSpec, snapshot, nodes, true);
        return nodes.stream().map(NodeFitResult::status).min(Comparator.naturalOrder()).flatMap(best -> switch (best) {
            case FITS, FULL, CLOSED -> Optional.empty();
            case OTHER_LAYOUT -> Optional.of(headlines.otherLayoutText());
            case UNSUITABLE, NO_DEVICES -> Optional.of(headlines.neverText());
        });
    }

    /** Returns whether a node is open to the pod and has room for it; taints and cordons that the pod tolerates are none. */
    boolean hasOpenNode() {
        return nodes.stream().anyMatch(node -> node.status() == NodeFitStatus.FITS);
    }

    /** Returns whether a ready, uncordoned node would fit. */
    boolean hasUsableNode() {
        return nodes.stream().anyMatch(node -> node.status() == NodeFitStatus.FITS
                && !node.nodeSummary().unschedulable() && node.nodeSummary().isReady());
    }

    /** Returns what closes the nodes that are large enough. */
    List<PodNodeBlockers> closedNodes() {
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED).map(PodNodeBlockers::of).toList();
    }

    /** Returns whether a node that is large enough is closed only for now. */
    boolean isClosedForNow() {
        return closedNodes().stream().anyMatch(PodNodeBlockers::isTemporary);
    }

    /** Returns whether any node, suitable or not, is closed for now. */
    boolean hasTroubledNode() {
        return nodes.stream().map(PodNodeBlockers::of).anyMatch(PodNodeBlockers::hasTemporaryPart);
    }
}
