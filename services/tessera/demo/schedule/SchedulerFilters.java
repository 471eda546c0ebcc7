package tessera.demo.schedule;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The scheduler's filters for one pending pod, in its order; the first that objects to a node speaks for the node. */
final class SchedulerFilters {

    private static final NodeVerdict CORDONED = NodeVerdict.closed("node(s) were unschedulable");
    private static final NodeVerdict OTHER_NAME = NodeVerdict.closed("node(s) didn't match the requested node name");
    private static final NodeVerdict TAINTED = NodeVerdict.closed("node(s) had untolerated taint(s)");
    private static final NodeVerdict OTHER_LABELS = NodeVerdict
            .closed("node(s) didn't match Pod's node affinity/selector");
    private static final NodeVerdict NOT_PINNED = NodeVerdict.closed("node(s) didn't satisfy plugin(s) [NodeAffinity]");
    private static final NodeVerdict PORT_TAKEN = NodeVerdict
            .full("node(s) didn't have free ports for the requested pod ports");

    private final ClusterView view;
    private final PendingPod pod;
    private final ResourceIndex.IndexedDemand demand;
    private final @Nullable Set<String> pinned;
    private @Nullable PodTopologySpreadFilter spread;
    private @Nullable InterPodAffinityFilter company;

    SchedulerFilters(ClusterView view, PendingPod pod) {
        this.view = view;
        this.pod = pod;
        demand = view.index().demand(pod.self().requests());
        pinned = pod.nodeRule().pinned().orElse(null);
        recount();
    }

    /** Counts anew what other pods are where; needed after pods have come to a node or left it. */
    void recount() {
        spread = pod.spread().isEmpty() ? null : new PodTopologySpreadFilter(view, pod);
        boolean jealousy = !pod.affinity().isEmpty() || !pod.self().antiAffinity().isEmpty()
                || view.nodes().stream().anyMatch(node -> !node.jealous().isEmpty());
        company = jealousy ? new InterPodAffinityFilter(view, pod) : null;
    }

    /** Why no node at all can be had, before any is looked at. */
    Optional<String> refusal() {
        if (pinned != null && pinned.isEmpty()) {
            return Optional.of("pod affinity terms conflict");
        }
        return view.claims().refusal(pod);
    }

    /** The verdict, with room kept for the pods that were promised the node and are not less important. */
    NodeVerdict verdict(NodeState node) {
        if (pinned != null && !pinned.contains(node.name())) {
            return NOT_PINNED;
        }
        var promised = view.nominatedTo(node, pod.self()).stream()
                .filter(other -> other.priority() >= pod.self().priority()).toList();
        if (promised.isEmpty()) {
            return plain(node);
        }
        promised.forEach(node::add);
        recount();
        var crowded = plain(node);
        promised.forEach(other -> node.remove(other.uid()));
        recount();
        return crowded.fits() ? plain(node) : crowded;
    }

    private NodeVerdict plain(NodeState node) {
        var own = ownRules(node);
        if (!own.fits()) {
            return own;
        }
        if (!node.portsFree(pod.self().ports())) {
            return PORT_TAKEN;
        }
        var room = node.room(demand);
        if (!room.fits()) {
            return room;
        }
        var volumes = pod.claims().isEmpty() ? NodeVerdict.FITS : view.claims().verdict(pod, node);
        if (!volumes.fits()) {
            return volumes;
        }
        var devices = pod.devices().isEmpty() ? NodeVerdict.FITS
                : view.devices().objection(pod.self().namespace(), pod.devices(), node.name()).map(NodeVerdict::closed)
                        .orElse(NodeVerdict.FITS);
        if (!devices.fits()) {
            return devices;
        }
        var even = spread == null ? NodeVerdict.FITS : spread.verdict(node);
        return !even.fits() || company == null ? even : company.verdict(node);
    }

    /** What the node itself says: cordon, name, taints, labels. */
    private NodeVerdict ownRules(NodeState node) {
        if (node.unschedulable() && !SimulatedToleration.tolerated(pod.tolerations(), SimulatedTaint.UNSCHEDULABLE)) {
            return CORDONED;
        }
        if (!pod.nodeName().isEmpty() && !pod.nodeName().equals(node.name())) {
            return OTHER_NAME;
        }
        if (repelling(node, pod) != null) {
            return TAINTED;
        }
        return pod.nodeRule().matches(node) ? NodeVerdict.FITS : OTHER_LABELS;
    }

    /** The first taint of the node that keeps the pod away. */
    static @Nullable SimulatedTaint repelling(NodeState node, PendingPod pod) {
        for (var taint : node.taints()) {
            if (taint.repels() && !SimulatedToleration.tolerated(pod.tolerations(), taint)) {
                return taint;
            }
        }
        return null;
    }
}
