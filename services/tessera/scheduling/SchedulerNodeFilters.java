package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.gpu.PotentialMigCapacityCheck;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.PodTopologySpreadFilter;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityMismatch;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.mig.MigProductCatalog;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Filters the nodes of a snapshot for a pod, and reports every failure, not only the first. */
final class SchedulerNodeFilters {

    private final SchedulingSnapshot schedulingSnapshot;
    private final PodSchedulingSpec spec;
    private final Optional<Set<String>> pinned;
    private final List<String> resources;
    private final PodTopologySpreadFilter spread;
    private final InterPodAffinityFilter<SchedulerPod> affinity;
    private final KubeletSharedDeviceRefusalPredictor shares;
    private final PotentialMigCapacityCheck potential;

    SchedulerNodeFilters(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        this.schedulingSnapshot = schedulingSnapshot;
        this.spec = spec;
        pinned = spec.nodeAffinity().pinnedNodeNames();
        resources = NodeRejectionReason.resourcesInOrder(spec.requests());
        spread = new PodTopologySpreadFilter(schedulingSnapshot.nodes(), spec);
        affinity = schedulingSnapshot.interPodAffinity(spec);
        shares = new KubeletSharedDeviceRefusalPredictor(spec, schedulingSnapshot.inputs().shareRules());
        potential = new PotentialMigCapacityCheck(spec.requests(), MigProductCatalog.bundled());
    }

    /** Returns the scheduler's message where no node is possible; empty where nodes are examined. */
    Optional<String> refusalMessage() {
        return pinned.filter(Set::isEmpty).map(_ -> SchedulerFailureMessages.AFFINITY_CONFLICT)
                .or(() -> schedulingSnapshot.inputs().volumeClaims().stream()
                        .flatMap(claim -> claim.refusalMessage().stream())
                        .findFirst())
                .or(() -> schedulingSnapshot.inputs().deviceClaims().flatMap(PodDeviceClaims::refusalReason));
    }

    /** Returns the failures on a node, with room reserved for pods nominated there of equal or higher priority. */
    List<PredictedNodeFilterFailure> failuresOn(SchedulerNode schedulerNode) {
        var promised = schedulingSnapshot.nominatedBefore(schedulerNode.name(), spec.priority());
        if (!promised.isEmpty()) {
            var crowded = schedulerNode.withPods(promised);
            var then = new SchedulerNodeFilters(schedulingSnapshot.withNode(crowded), spec).unreservedFailures(crowded);
            if (!then.isEmpty()) {
                return then;
            }
        }
        return unreservedFailures(schedulerNode);
    }

    private List<PredictedNodeFilterFailure> unreservedFailures(SchedulerNode schedulerNode) {
        var found = new ArrayList<PredictedNodeFilterFailure>();
        addNodeFailures(schedulerNode, found);
        portFailure(schedulerNode).ifPresent(found::add);
        addCapacityFailures(schedulerNode, found);
        schedulingSnapshot.inputs().volumeClaims()
                .forEach(claim -> claim.failureOn(schedulerNode.nodeSummary()).ifPresent(found::add));
        schedulingSnapshot.inputs().deviceClaims().flatMap(claims -> claims.failureOn(schedulerNode.nodeSummary()))
                .ifPresent(found::add);
        spread.violationOn(schedulerNode).map(PredictedNodeFilterFailure::ofSpread).ifPresent(found::add);
        affinity.violationOn(schedulerNode).map(PredictedNodeFilterFailure::ofAffinity).ifPresent(found::add);
        found.addAll(shares.failuresOn(schedulerNode));
        return found;
    }

    /** Adds the failures of the node itself: name, cordon, taints, labels. */
    private void addNodeFailures(SchedulerNode schedulerNode, List<PredictedNodeFilterFailure> found) {
        var nodeSummary = schedulerNode.nodeSummary();
        if (pinned.isPresent() && !pinned.get().contains(schedulerNode.name())) {
            found.add(PredictedNodeFilterFailure.permanent(SchedulerFilterKind.PINNED,
                    NodeRejectionReason.NOT_IN_PREFILTER_RESULT,
                    "it is meant for " + pinned.get().stream().sorted().collect(Collectors.joining(", "))));
        }
        if (nodeSummary.unschedulable() && !Toleration.anyTolerates(spec.tolerations(), Taint.UNSCHEDULABLE)) {
            found.add(PredictedNodeFilterFailure.forCordon());
        }
        if (!spec.node().isEmpty() && !spec.node().equals(schedulerNode.name())) {
            found.add(PredictedNodeFilterFailure.permanent(SchedulerFilterKind.NAME,
                    NodeRejectionReason.NODE_NAME,
                    "it is meant for " + spec.node()));
        }
        boolean cordoned = nodeSummary.unschedulable();
        Taint.untoleratedTaints(nodeSummary.taints(), spec.tolerations()).stream()
                .filter(taint -> !(cordoned && taint.key().equals(Taint.UNSCHEDULABLE.key())))
                .map(PredictedNodeFilterFailure::forTaint).forEach(found::add);
        boolean elsewhere = pinned.isPresent() && !pinned.get().contains(schedulerNode.name());
        var lacks = elsewhere ? List.<NodeAffinityMismatch>of()
                : spec.nodeAffinity().mismatchesOf(schedulerNode.name(), nodeSummary.labels());
        if (!lacks.isEmpty()) {
            found.add(PredictedNodeFilterFailure.permanent(SchedulerFilterKind.LABELS,
                    NodeRejectionReason.NODE_AFFINITY.message(),
                    lacks.stream().map(NodeAffinityMismatch::briefText).collect(Collectors.joining(", ")),
                    lacks.stream().map(NodeAffinityMismatch::mismatchText).collect(Collectors.joining("; "))));
        }
    }

    private Optional<PredictedNodeFilterFailure> portFailure(SchedulerNode schedulerNode) {
        for (var port : spec.ports()) {
            for (var other : schedulerNode.pods()) {
                if (other.ports().stream().anyMatch(port::conflictsWith)) {
                    return Optional.of(PredictedNodeFilterFailure.causedByPods(SchedulerFilterKind.PORTS,
                            NodeRejectionReason.HOST_PORTS, "its port is taken",
                            "port %s is taken by %s".formatted(port.portText(), other.podKey())));
                }
            }
        }
        return Optional.empty();
    }

    private void addCapacityFailures(SchedulerNode schedulerNode, List<PredictedNodeFilterFailure> found) {
        long limit = schedulerNode.allocatable(ResourceAmounts.PODS);
        if (schedulerNode.pods().size() + 1 > limit) {
            found.add(PredictedNodeFilterFailure.tooManyPods(schedulerNode.pods().size(), limit));
        }
        for (var resource : resources) {
            var shortfall = shortfallOf(schedulerNode, resource);
            if (shortfall.missing() > 0 && !isServedByClaims(schedulerNode, resource)) {
                found.add(PredictedNodeFilterFailure.forShortfall(shortfall, blockerOf(schedulerNode, shortfall)));
            }
        }
    }

    private NodeFilterFailureEndCondition blockerOf(SchedulerNode schedulerNode, ResourceShortfall shortfall) {
        if (UnadvertisedDeviceCalculator.lacksForNow(schedulerNode.info(), shortfall.resource(),
                shortfall.requested())) {
            return NodeFilterFailureEndCondition.CLOSED;
        }
        if (!shortfall.isPermanent()) {
            return NodeFilterFailureEndCondition.OTHERS;
        }
        return potential.canOffer(schedulerNode.info(), shortfall.resource())
                ? NodeFilterFailureEndCondition.LAYOUT
                : NodeFilterFailureEndCondition.LASTING;
    }

    private boolean isServedByClaims(SchedulerNode schedulerNode, String resource) {
        return schedulingSnapshot.inputs().deviceClaims()
                .filter(claims -> claims.servesByClaims(schedulerNode.nodeSummary(), resource))
                .isPresent();
    }

    /** Returns the pod's request of a resource, and the node's amounts of it. */
    private ResourceShortfall shortfallOf(SchedulerNode schedulerNode, String resource) {
        return new ResourceShortfall(resource, spec.requests().get(resource), schedulerNode.requested().get(resource),
                schedulerNode.allocatable(resource));
    }

    /** Returns the amounts for all requests of the pod, short or not, in the scheduler's order. */
    List<ResourceShortfall> shortfalls(SchedulerNode schedulerNode) {
        return resources.stream().filter(resource -> !isServedByClaims(schedulerNode, resource))
                .map(resource -> shortfallOf(schedulerNode, resource)).toList();
    }
}
