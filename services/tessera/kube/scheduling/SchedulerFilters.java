package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.FilterResult.HostPortConflict;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.FilterResult.NodeRejection;
import tessera.kube.scheduling.FilterResult.NodeResourceRequest;
import tessera.kube.scheduling.FilterResult.RejectionPermanence;
import tessera.kube.scheduling.FilterResult.ResourceShortages;
import tessera.kube.scheduling.FilterResult.VolumeClaimUse;

/**
 * The scheduler's filters for one pending pod. Room, ports and neighbours are judged with those pods added that a node is
 * kept for and that are as important, too.
 */
public final class SchedulerFilters {

    private static final SchedulerPlugin[] IN_ORDER = SchedulerPlugin.values();

    private final SchedulableCluster cluster;
    private final PodPlacementConstraints pod;
    private final PodClaimFilters claims;
    private final PodVolumeFilters volumes;
    private final Set<String> claimsForOnePod;
    private final List<RequestedResource> requests;
    private final @Nullable Set<String> pinned;
    private final @Nullable ChangedNode change;
    private boolean claimUserSought;
    private @Nullable PodOnNode claimUser;
    private @Nullable Boolean affinityRequired;
    private @Nullable PodTopologySpreadFilter spread;
    private @Nullable InterPodAffinityFilter affinity;

    public SchedulerFilters(SchedulableCluster cluster, PodPlacementConstraints pod, PodClaimFilters claims) {
        this.cluster = cluster;
        this.pod = pod;
        this.claims = claims;
        volumes = new PodVolumeFilters(claims.volumeClaims());
        claimsForOnePod = volumes.claimsForOnePod();
        requests = NodeRejectionReason.resourcesInOrder(pod.requests()).stream().map(name -> new RequestedResource(name,
                cluster.resourceNumber(name), pod.requests().get(name), NodeRejectionReason.insufficientMessage(name)))
                .toList();
        pinned = pod.nodeAffinity().pinnedNodeNames().orElse(null);
        change = null;
    }

    private SchedulerFilters(SchedulerFilters usual, SchedulableNode node, SchedulableNode other) {
        cluster = usual.cluster;
        pod = usual.pod;
        claims = usual.claims;
        volumes = usual.volumes;
        claimsForOnePod = usual.claimsForOnePod;
        requests = usual.requests;
        pinned = usual.pinned;
        change = new ChangedNode(usual, node, other);
    }

    /** A node with other pods than the usual filters know of. */
    private record ChangedNode(SchedulerFilters usual, SchedulableNode node, SchedulableNode other) {}

    /** Returns the scheduler's message where no node is possible; empty where nodes are looked at. */
    public Optional<String> refusalMessage() {
        if (pinned != null && pinned.isEmpty()) {
            return Optional.of(SchedulerFailureMessages.AFFINITY_CONFLICT);
        }
        return volumes.refusalMessage();
    }

    /** Returns the result of the first filter that rejects a node, as the scheduler does. */
    public FilterResult filterNode(SchedulableNode node) {
        return filterReserving(node, SchedulerFilters::firstResult, FilterResult::passed);
    }

    /** Returns the rejections of a node by all filters; none where it passes. */
    public List<NodeRejection> rejectionsOf(SchedulableNode node) {
        return filterReserving(node, SchedulerFilters::allRejections, List::isEmpty);
    }

    /** Returns the result for a node with other pods than it has. */
    FilterResult filterWithPods(SchedulableNode node, List<? extends PodOnNode> pods) {
        var other = new NodeWithOtherPods(node, pods);
        return new SchedulerFilters(this, node, other).filterNode(other);
    }

    private <R> R filterReserving(SchedulableNode node, BiFunction<SchedulerFilters, SchedulableNode, R> filter,
            Predicate<R> passes) {
        if (!cluster.nominatedPods(node.name()).isEmpty()) {
            var crowded = withNominatedPods(node);
            var result = filter.apply(new SchedulerFilters(this, node, crowded), crowded);
            if (!passes.test(result)) {
                return result;
            }
        }
        return filter.apply(this, node);
    }

    /** Returns a node with the pods for which it is kept, as far as they are as important. */
    public SchedulableNode withNominatedPods(SchedulableNode node) {
        var all = new ArrayList<PodOnNode>(node.pods());
        for (var other : cluster.nominatedPods(node.name())) {
            if (other.priority() >= pod.priority() && !other.uid().equals(pod.uid())) {
                all.add(other);
            }
        }
        return new NodeWithOtherPods(node, all);
    }

    private FilterResult firstResult(SchedulableNode node) {
        if (isPinnedElsewhere(node)) {
            return NodeRejection.of(NodeRejectionReason.NOT_IN_PREFILTER_RESULT);
        }
        for (var plugin : IN_ORDER) {
            var result = filterNode(plugin, node);
            if (!result.passed()) {
                return result;
            }
        }
        return NodePass.PASSED;
    }

    private List<NodeRejection> allRejections(SchedulableNode node) {
        var found = new ArrayList<NodeRejection>();
        boolean elsewhere = isPinnedElsewhere(node);
        if (elsewhere) {
            found.add(NodeRejection.of(NodeRejectionReason.NOT_IN_PREFILTER_RESULT));
        }
        for (var plugin : IN_ORDER) {
            boolean known = elsewhere && plugin == SchedulerPlugin.NODE_AFFINITY;
            if (!known && filterNode(plugin, node) instanceof NodeRejection rejected) {
                found.add(rejected);
            }
        }
        return found;
    }

    private FilterResult filterNode(SchedulerPlugin plugin, SchedulableNode node) {
        return switch (plugin) {
            case NODE_UNSCHEDULABLE -> nodeUnschedulable(node);
            case NODE_NAME -> nodeName(node);
            case TAINT_TOLERATION -> taintToleration(node);
            case NODE_AFFINITY -> nodeAffinity(node);
            case NODE_PORTS -> nodePorts(node);
            case NODE_RESOURCES_FIT -> nodeResourcesFit(node);
            case VOLUME_RESTRICTIONS -> volumeRestrictions();
            case VOLUME_BINDING -> volumes.volumeBinding(node);
            case VOLUME_ZONE -> volumes.volumeZone(node);
            case DYNAMIC_RESOURCES -> claims.devices().filterNode(node);
            case POD_TOPOLOGY_SPREAD -> podTopologySpread(node);
            case INTER_POD_AFFINITY -> interPodAffinity(node);
        };
    }

    private boolean isPinnedElsewhere(SchedulableNode node) {
        return pinned != null && !pinned.contains(node.name());
    }

    private FilterResult nodeUnschedulable(SchedulableNode node) {
        if (node.unschedulable() && !Toleration.anyTolerates(pod.tolerations(), Taint.UNSCHEDULABLE)) {
            return NodeRejection.of(NodeRejectionReason.UNSCHEDULABLE);
        }
        return NodePass.PASSED;
    }

    private FilterResult nodeName(SchedulableNode node) {
        if (pod.node().isEmpty() || pod.node().equals(node.name())) {
            return NodePass.PASSED;
        }
        return NodeRejection.of(NodeRejectionReason.NODE_NAME);
    }

    private FilterResult taintToleration(SchedulableNode node) {
        if (Toleration.firstUntolerated(node.taints(), pod.tolerations()).isEmpty()) {
            return NodePass.PASSED;
        }
        return NodeRejection.of(NodeRejectionReason.UNTOLERATED_TAINT);
    }

    private FilterResult nodeAffinity(SchedulableNode node) {
        if (pod.nodeAffinity().matches(node.name(), node.labels())) {
            return NodePass.PASSED;
        }
        return NodeRejection.of(NodeRejectionReason.NODE_AFFINITY);
    }

    private FilterResult nodePorts(SchedulableNode node) {
        for (var port : pod.ports()) {
            for (var other : node.pods()) {
                for (var taken : other.ports()) {
                    if (port.conflictsWith(taken)) {
                        return NodeRejection.of(NodeRejectionReason.HOST_PORTS, new HostPortConflict(port, other));
                    }
                }
            }
        }
        return NodePass.PASSED;
    }

    private FilterResult nodeResourcesFit(SchedulableNode node) {
        boolean fits = node.pods().size() < node.podLimit();
        for (var resource : requests) {
            fits &= resource.amount() <= node.allocatable(resource) - node.requested(resource);
        }
        return fits ? NodePass.PASSED : shortages(node);
    }

    private FilterResult shortages(SchedulableNode node) {
        var reasons = new ArrayList<String>(4);
        if (node.pods().size() >= node.podLimit()) {
            reasons.add(NodeRejectionReason.TOO_MANY_PODS.message());
        }
        var shortages = new ArrayList<NodeResourceRequest>(4);
        boolean evictionHelps = true;
        for (var resource : requests) {
            var request = requestOn(node, resource);
            if (request.isShort() && !claims.servedByClaims().test(node, resource.name())) {
                shortages.add(request);
                reasons.add(resource.shortageMessage());
                evictionHelps &= !request.isPermanent();
            }
        }
        if (reasons.isEmpty()) {
            return NodePass.PASSED;
        }
        return new NodeRejection(SchedulerPlugin.NODE_RESOURCES_FIT, reasons, RejectionPermanence.of(evictionHelps),
                new ResourceShortages(node.pods().size(), node.podLimit(), shortages));
    }

    private static NodeResourceRequest requestOn(SchedulableNode node, RequestedResource resource) {
        return new NodeResourceRequest(resource.name(), resource.amount(), node.requested(resource),
                node.allocatable(resource));
    }

    /** Returns the requests of the pod that a node itself has to meet, short or not, in the scheduler's order. */
    public List<NodeResourceRequest> requestsOn(SchedulableNode node) {
        return requests.stream().filter(resource -> !claims.servedByClaims().test(node, resource.name()))
                .map(resource -> requestOn(node, resource)).toList();
    }

    private FilterResult volumeRestrictions() {
        var other = claimUser();
        if (other == null) {
            return NodePass.PASSED;
        }
        return NodeRejection.of(NodeRejectionReason.CLAIM_OF_ANOTHER_POD, new VolumeClaimUse(other));
    }

    /** Returns a pod anywhere that mounts a claim which only one may. The scheduler asks only where one does at first. */
    private @Nullable PodOnNode claimUser() {
        if (!claimUserSought) {
            claimUserSought = true;
            boolean relevant = !claimsForOnePod.isEmpty() && (change == null || change.usual().claimUser() != null);
            claimUser = relevant ? findClaimUser() : null;
        }
        return claimUser;
    }

    private @Nullable PodOnNode findClaimUser() {
        for (var node : nodes()) {
            for (var other : node.pods()) {
                if (mountsClaimForOnePod(other)) {
                    return other;
                }
            }
        }
        return null;
    }

    private boolean mountsClaimForOnePod(PodOnNode other) {
        return other.namespace().equals(pod.namespace())
                && other.sharedVolumeClaims().stream().anyMatch(claimsForOnePod::contains);
    }

    private FilterResult podTopologySpread(SchedulableNode node) {
        return pod.spreadConstraints().isEmpty() ? NodePass.PASSED : spread().filterNode(node);
    }

    private PodTopologySpreadFilter spread() {
        if (spread == null) {
            spread = change == null ? new PodTopologySpreadFilter(cluster.nodes(), pod)
                    : change.usual().spread().withNode(change.node(), change.other());
        }
        return spread;
    }

    private FilterResult interPodAffinity(SchedulableNode node) {
        if (!isAffinityRequired()) {
            return NodePass.PASSED;
        }
        if (affinity == null) {
            affinity = new InterPodAffinityFilter(nodes(), pod, cluster.namespaces());
        }
        return affinity.filterNode(node);
    }

    /** Returns whether any pod has a required affinity: most clusters have none, and to count pods anew is slow. */
    private boolean isAffinityRequired() {
        if (affinityRequired == null) {
            affinityRequired = change == null
                    ? !pod.affinity().isEmpty() || !pod.antiAffinity().isEmpty()
                            || cluster.nodes().stream().anyMatch(node -> !node.antiAffinityPods().isEmpty())
                    : change.usual().isAffinityRequired() || !change.other().antiAffinityPods().isEmpty();
        }
        return affinityRequired;
    }

    private List<? extends SchedulableNode> nodes() {
        if (change == null) {
            return cluster.nodes();
        }
        var all = new ArrayList<SchedulableNode>(cluster.nodes());
        all.replaceAll(node -> node.name().equals(change.other().name()) ? change.other() : node);
        return all;
    }
}
