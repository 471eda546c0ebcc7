package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.PotentialMigCapacityCheck;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.scheduling.FilterResult.HostPortConflict;
import tessera.kube.scheduling.FilterResult.NodeRejection;
import tessera.kube.scheduling.FilterResult.ResourceShortages;
import tessera.kube.scheduling.FilterResult.VolumeClaimUse;
import tessera.kube.scheduling.FilterResult.VolumeConflicts;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.NodeFilter;
import tessera.kube.scheduling.NodeFilterOutcome;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.PodClaimFilters;
import tessera.kube.scheduling.PodPreemption;
import tessera.kube.scheduling.PodTopologySpreadFilter;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityMismatch;
import tessera.kube.scheduling.SchedulableNode;
import tessera.kube.scheduling.SchedulerFilters;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.mig.MigProductCatalog;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Filters the nodes of a snapshot for a pod, and explains every rejection, not only the first. */
final class SchedulerNodeFilters {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SchedulerNodeFilters.class);

    private final SchedulingSnapshot schedulingSnapshot;
    private final PodSchedulingSpec spec;
    private final Optional<PodDeviceClaims> deviceClaims;
    private final boolean claimsUnknown;
    private final SchedulerFilters filters;
    private final KubeletSharedDeviceRefusalPredictor shares;
    private final PotentialMigCapacityCheck potential;

    SchedulerNodeFilters(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        this.schedulingSnapshot = schedulingSnapshot;
        this.spec = spec;
        var inputs = schedulingSnapshot.inputs();
        deviceClaims = inputs.deviceClaims();
        claimsUnknown = deviceClaims.map(claims -> claims.waitingReason().isPresent())
                .orElse(!spec.deviceClaims().isEmpty());
        filters = new SchedulerFilters(schedulingSnapshot, spec,
                new PodClaimFilters(inputs.volumeClaims().stream().map(PodVolumeClaim::mounted).toList(),
                        deviceClaims.<NodeFilter>map(claims -> claims::filterNode).orElse(NodeFilter.PASSING),
                        this::servesByClaims));
        shares = new KubeletSharedDeviceRefusalPredictor(spec, inputs.shareRules());
        potential = new PotentialMigCapacityCheck(spec.requests(), MigProductCatalog.bundled());
    }

    private boolean servesByClaims(SchedulableNode node, String resource) {
        return deviceClaims.filter(claims -> claims.servesByClaims(node, resource)).isPresent();
    }

    /** Returns the scheduler's message where no node is possible; empty where nodes are examined. */
    Optional<String> refusalMessage() {
        return filters.refusalMessage().or(() -> deviceClaims.flatMap(PodDeviceClaims::refusalReason));
    }

    /** Returns the preemption by the pod, as far as it concerns some nodes of the snapshot. */
    PodPreemption preemptionOn(List<NodeFitResult> nodes) {
        var names = nodes.stream().map(NodeFitResult::name).collect(Collectors.toSet());
        return new PodPreemption(spec, filters,
                schedulingSnapshot.nodes().stream().filter(node -> names.contains(node.name()))
                        .map(node -> new NodeFilterOutcome(node, filters.filterNode(node))).toList());
    }

    /** Returns whether the scheduler would accept a node. */
    boolean accepts(SchedulerNode schedulerNode) {
        return filters.filterNode(schedulerNode).passed();
    }

    /** Returns the result on a node, with room reserved for pods nominated there of equal or higher priority. */
    NodeFitResult fitOn(SchedulerNode schedulerNode) {
        return fitOn(schedulerNode, shortfalls(schedulerNode));
    }

    /** Returns the same without the amounts that the pod wants. */
    NodeFitResult failuresOn(SchedulerNode schedulerNode) {
        return fitOn(schedulerNode, List.of());
    }

    private NodeFitResult fitOn(SchedulerNode schedulerNode, List<ResourceShortfall> resources) {
        var rejections = filters.rejectionsOf(schedulerNode);
        var failures = new ArrayList<PredictedNodeFilterFailure>();
        rejections.forEach(rejected -> failuresFor(rejected, schedulerNode).forEach(failures::add));
        failures.addAll(shares.failuresOn(schedulerNode));
        return new NodeFitResult(schedulerNode.nodeSummary(),
                rejections.isEmpty() ? List.of() : rejections.getFirst().reasons(), failures, resources, claimsUnknown);
    }

    private Stream<PredictedNodeFilterFailure> failuresFor(NodeRejection rejected, SchedulerNode node) {
        return switch (rejected.plugin()) {
            case NODE_UNSCHEDULABLE -> Stream.of(PredictedNodeFilterFailure.forCordon());
            case NODE_NAME -> Stream.of(PredictedNodeFilterFailure.permanent(SchedulerPlugin.NODE_NAME,
                    NodeRejectionReason.NODE_NAME, MESSAGES.text("filter.pinned", spec.node())));
            case TAINT_TOLERATION -> untoleratedTaints(node);
            case NODE_AFFINITY -> Stream.of(affinityFailure(rejected, node));
            case DYNAMIC_RESOURCES -> deviceClaims.stream()
                    .map(claims -> claims.failureOn(node.nodeSummary(), rejected.reasons().getFirst()));
            case NODE_PORTS, NODE_RESOURCES_FIT, VOLUME_RESTRICTIONS, VOLUME_BINDING, VOLUME_ZONE, POD_TOPOLOGY_SPREAD,
                    INTER_POD_AFFINITY ->
                detailedFailures(rejected, node);
        };
    }

    private Stream<PredictedNodeFilterFailure> detailedFailures(NodeRejection rejected, SchedulerNode node) {
        return switch (rejected.detail()) {
            case HostPortConflict(var port, var other) ->
                Stream.of(PredictedNodeFilterFailure.causedByPods(SchedulerPlugin.NODE_PORTS,
                        NodeRejectionReason.HOST_PORTS, MESSAGES.text("filter.port.brief"),
                        MESSAGES.text("filter.port", port.portText(), other.podKey())));
            case ResourceShortages shortages -> shortageFailures(shortages, node);
            case VolumeClaimUse use -> Stream.of(PredictedNodeFilterFailure.ofVolumeClaimUse(use));
            case VolumeConflicts(var conflicts) ->
                conflicts.stream().map(conflict -> PredictedNodeFilterFailure.ofVolume(rejected.plugin(), conflict));
            case PodTopologySpreadFilter.SpreadViolation violation ->
                Stream.of(PredictedNodeFilterFailure.ofSpread(violation));
            case InterPodAffinityFilter.AffinityViolation violation ->
                Stream.of(PredictedNodeFilterFailure.ofAffinity(violation));
            case null -> Stream.empty();
        };
    }

    /** Returns the failures by taints, but for that of a cordon, which is a failure of its own. */
    private Stream<PredictedNodeFilterFailure> untoleratedTaints(SchedulerNode node) {
        return Toleration.untoleratedTaints(node.taints(), spec.tolerations()).stream()
                .filter(taint -> !(node.unschedulable() && taint.key().equals(Taint.UNSCHEDULABLE.key())))
                .map(PredictedNodeFilterFailure::forTaint);
    }

    private PredictedNodeFilterFailure affinityFailure(NodeRejection rejected, SchedulerNode node) {
        if (rejected.equals(NodeRejection.of(NodeRejectionReason.NOT_IN_PREFILTER_RESULT))) {
            return PredictedNodeFilterFailure.permanent(SchedulerPlugin.NODE_AFFINITY,
                    NodeRejectionReason.NOT_IN_PREFILTER_RESULT, MESSAGES.text("filter.pinned", spec.nodeAffinity()
                            .pinnedNodeNames().stream().flatMap(names -> names.stream()).sorted().toList()));
        }
        var lacks = spec.nodeAffinity().mismatchesOf(node.name(), node.labels());
        return PredictedNodeFilterFailure.permanent(SchedulerPlugin.NODE_AFFINITY,
                NodeRejectionReason.NODE_AFFINITY.message(),
                lacks.stream().map(NodeAffinityMismatch::briefText).collect(Collectors.joining(", ")),
                lacks.stream().map(NodeAffinityMismatch::text).collect(SentenceJoiner.toClauses()));
    }

    private PredictedNodeFilterFailure shortageFailure(ResourceShortfall shortfall, SchedulerNode node) {
        return potential.blockingStrategy(node.info(), shortfall.resource())
                .map(strategy -> PredictedNodeFilterFailure.ofMigStrategy(shortfall, strategy))
                .orElseGet(() -> PredictedNodeFilterFailure.forShortfall(shortfall, blockerOf(node, shortfall)));
    }

    private Stream<PredictedNodeFilterFailure> shortageFailures(ResourceShortages shortages, SchedulerNode node) {
        var resources = shortages.resources().stream().map(ResourceShortfall::of)
                .map(shortfall -> shortageFailure(shortfall, node));
        if (shortages.hasTooManyPods()) {
            return Stream.concat(
                    Stream.of(PredictedNodeFilterFailure.tooManyPods(shortages.pods(), shortages.podLimit())),
                    resources);
        }
        return resources;
    }

    private NodeFilterFailureEndCondition blockerOf(SchedulerNode schedulerNode, ResourceShortfall shortfall) {
        if (UnadvertisedDeviceCalculator.lacksForNow(schedulerNode.info(), shortfall.resource(),
                shortfall.requested())) {
            return NodeFilterFailureEndCondition.CLOSED;
        }
        if (!shortfall.isPermanent()) {
            return NodeFilterFailureEndCondition.OTHERS;
        }
        if (potential.canOffer(schedulerNode.info(), shortfall.resource())) {
            return NodeFilterFailureEndCondition.LAYOUT;
        }
        return NodeFilterFailureEndCondition.LASTING;
    }

    /** Returns a node with the pods for which it is kept, as far as they are as important. */
    SchedulableNode withNominatedPods(SchedulerNode schedulerNode) {
        return filters.withNominatedPods(schedulerNode);
    }

    /** Returns the amounts for all requests of the pod, short or not, in the scheduler's order. */
    List<ResourceShortfall> shortfalls(SchedulableNode schedulerNode) {
        return filters.requestsOn(schedulerNode).stream().map(ResourceShortfall::of).toList();
    }
}
