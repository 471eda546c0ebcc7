package tessera.demo.schedule;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scheduler's filters for one pending pod, in its order; the first that objects to a node speaks for the node. */
final class SimulatedSchedulerFilters {

    private static final SimulatedNodeFilterResult CORDONED = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) were unschedulable");
    private static final SimulatedNodeFilterResult OTHER_NAME = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) didn't match the requested node name");
    private static final SimulatedNodeFilterResult TAINTED = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) had untolerated taint(s)");
    private static final SimulatedNodeFilterResult OTHER_LABELS = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) didn't match Pod's node affinity/selector");
    private static final SimulatedNodeFilterResult NOT_PINNED = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) didn't satisfy plugin(s) [NodeAffinity]");
    private static final SimulatedNodeFilterResult PORT_TAKEN = SimulatedNodeFilterResult
            .ofResolvable("node(s) didn't have free ports for the requested pod ports");

    private final SimulatedSchedulerCache view;
    private final SimulatedPendingPod pod;
    private final SimulatedResourceNumbering.IndexedNonzeroRequests requests;
    private final @Nullable Set<String> pinned;
    private @Nullable SimulatedPodTopologySpreadFilter spread;
    private @Nullable SimulatedInterPodAffinityFilter company;

    SimulatedSchedulerFilters(SimulatedSchedulerCache view, SimulatedPendingPod pod) {
        this.view = view;
        this.pod = pod;
        requests = view.resourceIndex().indexRequests(pod.self().requests());
        pinned = pod.nodeRule().pinnedNodeNames().orElse(null);
        recountPods();
    }

    /** Counts the other pods on the nodes anew; needed after pods have come to a node or left it. */
    void recountPods() {
        spread = pod.spreadConstraints().isEmpty() ? null : new SimulatedPodTopologySpreadFilter(view, pod);
        boolean jealousy = !pod.affinity().isEmpty() || !pod.self().antiAffinity().isEmpty()
                || view.nodes().stream().anyMatch(node -> !node.antiAffinityPods().isEmpty());
        company = jealousy ? new SimulatedInterPodAffinityFilter(view, pod) : null;
    }

    /** Returns the reason why no node fits at all, before any is looked at; empty for none. */
    Optional<String> preFilterFailure() {
        if (pinned != null && pinned.isEmpty()) {
            return Optional.of("pod affinity terms conflict");
        }
        return view.volumeClaims().preFilterFailure(pod);
    }

    /** Returns the verdict on a node, with resources reserved for pods nominated to it that are not less important. */
    SimulatedNodeFilterResult verdict(SimulatedSchedulerNodeState node) {
        if (pinned != null && !pinned.contains(node.name())) {
            return NOT_PINNED;
        }
        var promised = view.nominatedPods(node, pod.self()).stream()
                .filter(other -> other.priority() >= pod.self().priority()).toList();
        if (promised.isEmpty()) {
            return verdictWithoutNominated(node);
        }
        promised.forEach(node::addPod);
        recountPods();
        var crowded = verdictWithoutNominated(node);
        promised.forEach(other -> node.removePod(other.uid()));
        recountPods();
        return crowded.isFit() ? verdictWithoutNominated(node) : crowded;
    }

    private SimulatedNodeFilterResult verdictWithoutNominated(SimulatedSchedulerNodeState node) {
        var own = nodeRulesVerdict(node);
        if (!own.isFit()) {
            return own;
        }
        if (!node.arePortsFree(pod.self().ports())) {
            return PORT_TAKEN;
        }
        var room = node.resourcesVerdict(requests);
        if (!room.isFit()) {
            return room;
        }
        var volumes = pod.volumeClaims().isEmpty() ? SimulatedNodeFilterResult.FITS
                : view.volumeClaims().verdict(pod, node);
        if (!volumes.isFit()) {
            return volumes;
        }
        var devices = pod.resourceClaims().isEmpty() ? SimulatedNodeFilterResult.FITS
                : view.deviceState().filterFailure(pod.self().namespace(), pod.resourceClaims(), node.name())
                        .map(SimulatedNodeFilterResult::ofUnresolvable)
                        .orElse(SimulatedNodeFilterResult.FITS);
        if (!devices.isFit()) {
            return devices;
        }
        var even = spread == null ? SimulatedNodeFilterResult.FITS : spread.verdict(node);
        return !even.isFit() || company == null ? even : company.verdict(node);
    }

    /** Returns the verdict by the node's own rules: cordon, name, taints, labels. */
    private SimulatedNodeFilterResult nodeRulesVerdict(SimulatedSchedulerNodeState node) {
        if (node.isUnschedulable()
                && !SimulatedToleration.toleratesAny(pod.tolerations(), SimulatedTaint.UNSCHEDULABLE)) {
            return CORDONED;
        }
        if (!pod.nodeName().isEmpty() && !pod.nodeName().equals(node.name())) {
            return OTHER_NAME;
        }
        if (findUntolerated(node, pod) != null) {
            return TAINTED;
        }
        return pod.nodeRule().matches(node) ? SimulatedNodeFilterResult.FITS : OTHER_LABELS;
    }

    /** Returns the first taint of the node that the pod does not tolerate; null for none. */
    static @Nullable SimulatedTaint findUntolerated(SimulatedSchedulerNodeState node, SimulatedPendingPod pod) {
        for (var taint : node.taints()) {
            if (taint.repelsPods() && !SimulatedToleration.toleratesAny(pod.tolerations(), taint)) {
                return taint;
            }
        }
        return null;
    }
}
