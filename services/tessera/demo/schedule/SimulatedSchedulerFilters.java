package tessera.demo.schedule;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.PodTopologySpreadFilter;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;

/** The scheduler's filters for one pending pod, in its order; the first that objects to a node speaks for the node. */
final class SimulatedSchedulerFilters {

    private final SimulatedSchedulerCache view;
    private final SimulatedPendingPod pod;
    private final SimulatedResourceNameNumbering.IndexedNonzeroRequests requests;
    private final @Nullable Set<String> pinned;
    private @Nullable PodTopologySpreadFilter spread;
    private @Nullable InterPodAffinityFilter<SimulatedSchedulerPod> affinity;

    SimulatedSchedulerFilters(SimulatedSchedulerCache view, SimulatedPendingPod pod) {
        this.view = view;
        this.pod = pod;
        requests = view.resourceIndex().indexRequests(pod.self().requests());
        pinned = pod.nodeAffinity().pinnedNodeNames().orElse(null);
        recountPods();
    }

    /** Counts the other pods on the nodes anew; needed after pods have come to a node or left it. */
    void recountPods() {
        spread = pod.spreadConstraints().isEmpty() ? null : new PodTopologySpreadFilter(view.nodes(), pod);
        boolean affinityMatters = !pod.affinity().isEmpty() || !pod.self().antiAffinity().isEmpty()
                || view.nodes().stream().anyMatch(node -> !node.antiAffinityPods().isEmpty());
        affinity = affinityMatters ? new InterPodAffinityFilter<>(view.nodes(), pod, pod.self(), view.namespaceLabels())
                : null;
    }

    /** Returns the reason why no node fits at all, before any is looked at; empty for none. */
    Optional<String> preFilterFailure() {
        if (pinned != null && pinned.isEmpty()) {
            return Optional.of(SchedulerFailureMessages.AFFINITY_CONFLICT);
        }
        return view.volumeClaims().preFilterFailure(pod);
    }

    /** Returns the verdict on a node, with resources reserved for pods nominated to it that are not less important. */
    SimulatedNodeFilterResult verdict(SimulatedSchedulerNodeState node) {
        if (pinned != null && !pinned.contains(node.name())) {
            return rejection(NodeRejectionReason.NOT_IN_PREFILTER_RESULT);
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
            return rejection(NodeRejectionReason.HOST_PORTS);
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
        var skew = spread == null ? Optional.<PodTopologySpreadFilter.SpreadViolation>empty()
                : spread.violationOn(node);
        if (skew.isPresent()) {
            return rejection(skew.get().domain().isPresent() ? NodeRejectionReason.TOPOLOGY_SKEW
                    : NodeRejectionReason.TOPOLOGY_LABEL_MISSING);
        }
        return affinity == null ? SimulatedNodeFilterResult.FITS
                : affinity.violationOn(node).map(violation -> rejection(violation.rejection()))
                        .orElse(SimulatedNodeFilterResult.FITS);
    }

    /** Returns the verdict by the node's own rules: cordon, name, taints, labels. */
    private SimulatedNodeFilterResult nodeRulesVerdict(SimulatedSchedulerNodeState node) {
        if (node.isUnschedulable()
                && !Toleration.anyTolerates(pod.tolerations(), Taint.UNSCHEDULABLE)) {
            return rejection(NodeRejectionReason.UNSCHEDULABLE);
        }
        if (!pod.nodeName().isEmpty() && !pod.nodeName().equals(node.name())) {
            return rejection(NodeRejectionReason.NODE_NAME);
        }
        if (Taint.firstUntolerated(node.taints(), pod.tolerations()).isPresent()) {
            return rejection(NodeRejectionReason.UNTOLERATED_TAINT);
        }
        return pod.nodeAffinity().matches(node.name(), node.labels()) ? SimulatedNodeFilterResult.FITS
                : rejection(NodeRejectionReason.NODE_AFFINITY);
    }

    private static SimulatedNodeFilterResult rejection(NodeRejectionReason reason) {
        return SimulatedNodeFilterResult.of(reason);
    }
}
