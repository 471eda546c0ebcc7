package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The filter results of a fleet's nodes without their pods, for a pending pod as watches know it. What rejects a node is
 * only explained where no node takes the pod. One thread at a time.
 */
final class EmptiedNodeFits {

    private final PodSchedulingSpec podSpec;
    private final SchedulingSnapshot emptied;
    private final SchedulerNodeFilters filters;
    private @Nullable Boolean open;
    private @Nullable Boolean usable;
    private @Nullable List<NodeFitResult> results;

    /**
     * Prepares the filters.
     *
     * @param podSpec without volumes, affinity between pods and device claims, which lists do not read
     * @param emptied the fleet without pods
     */
    EmptiedNodeFits(PodSchedulingSpec podSpec, SchedulingSnapshot emptied) {
        this.podSpec = podSpec;
        this.emptied = emptied;
        this.filters = new SchedulerNodeFilters(emptied, podSpec);
    }

    private List<NodeFitResult> results() {
        var known = results;
        if (known == null) {
            known = emptied.nodes().stream().map(filters::failuresOn).toList();
            results = known;
        }
        return known;
    }

    /** Returns why no node takes the pod as it is, however long it waits; empty where one does, or is only closed. */
    Optional<PendingReason> neverReason() {
        if (hasOpenNode()) {
            return Optional.empty();
        }
        var headlines = new PodFitHeadlineBuilder(podSpec, emptied, results(), true);
        return results().stream().map(NodeFitResult::status).min(Comparator.naturalOrder())
                .flatMap(best -> switch (best) {
                    case FITS, MAY_FIT, FULL, CLOSED -> Optional.empty();
                    case OTHER_LAYOUT -> Optional.of(headlines.otherLayoutReason());
                    case UNSUITABLE, NO_DEVICES -> Optional.of(headlines.neverReason());
                });
    }

    /** Returns whether a node is open to the pod and has room for it; taints and cordons that the pod tolerates are none. */
    boolean hasOpenNode() {
        var known = open;
        if (known == null) {
            known = takesPod(_ -> true);
            open = known;
        }
        return known;
    }

    /** Returns whether a ready, uncordoned node would take the pod. */
    boolean hasUsableNode() {
        var known = usable;
        if (known == null) {
            known = takesPod(node -> !node.unschedulable() && node.nodeSummary().isReady());
            usable = known;
        }
        return known;
    }

    private boolean takesPod(Predicate<SchedulerNode> among) {
        for (var node : emptied.nodes()) {
            if (among.test(node) && filters.accepts(node)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what closes the nodes that are large enough. */
    List<PodNodeBlockers> closedNodes() {
        return results().stream().filter(node -> node.status() == NodeFitStatus.CLOSED).map(PodNodeBlockers::of)
                .toList();
    }

    /** Returns whether a node that is large enough is closed only for now. */
    boolean isClosedForNow() {
        return closedNodes().stream().anyMatch(PodNodeBlockers::isTemporary);
    }

    /** Returns whether any node, suitable or not, is closed for now. */
    boolean hasTroubledNode() {
        return results().stream().map(PodNodeBlockers::of).anyMatch(PodNodeBlockers::hasTemporaryPart);
    }
}
