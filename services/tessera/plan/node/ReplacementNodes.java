package tessera.plan.node;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongBiFunction;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.RequestedDeviceMatcher;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.kube.scheduling.Toleration;
import tessera.model.AllocatedDevice;
import tessera.model.NodeDraDevices;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.node.NodePodEffectReason.ReplacementObstacle;

/** The schedulable nodes that a drain leaves, as the replacements of evicted pods find them. */
final class ReplacementNodes {

    private static final String GPU = "nvidia.com/gpu";

    private final NodeAndPodPlannerInput input;
    private final List<NodeWithBoundPods> open;
    private final RequestedDeviceMatcher devices;

    ReplacementNodes(NodeAndPodPlannerInput input, List<PlanTargetNode> drained) {
        this.input = input;
        devices = new RequestedDeviceMatcher(input.snapshot(), input.accelerators());
        var names = drained.stream().map(PlanTargetNode::name).toList();
        open = input.snapshot().nodes().stream().filter(node -> !names.contains(node.name())).filter(
                node -> node.nodeSummary().isReady() && !CordonOwnerCatalog.standard().isClosed(node.nodeSummary()))
                .toList();
    }

    /** Returns why no node can take the replacement of a pod; empty where one can, as far as devices go. */
    Optional<ReplacementObstacle> obstacleOf(PodSummary pod, PodPlanningDetails detail) {
        var nodes = open.stream().filter(node -> isOpenTo(detail, node)).toList();
        if (nodes.isEmpty()) {
            return Optional.of(
                    open.isEmpty() ? new NodePodEffectReason.NoOpenNode() : new NodePodEffectReason.NoEligibleNode());
        }
        return findLack(pod, nodes, ReplacementNodes::allocatable, NodePodEffectReason.NoNodeWithDevices::new)
                .or(() -> findLack(pod, nodes, ReplacementNodes::free, NodePodEffectReason.NoNodeWithFreeDevices::new))
                .or(() -> findFractionLack(pod, nodes)).or(() -> findDriverLack(pod, nodes));
    }

    /** Returns the GPUs without which KAI has nothing to give a fraction of. */
    private static Optional<ReplacementObstacle> findFractionLack(PodSummary pod, List<NodeWithBoundPods> nodes) {
        return KaiGpuFraction.fromAnnotations(pod)
                .filter(part -> !hasAmount(nodes, ReplacementNodes::allocatable, GPU, part.gpus()))
                .map(part -> new NodePodEffectReason.NoNodeWithDevices(part.gpus(), GPU));
    }

    /** Returns the first driver of the pod's claimed devices that publishes none on a node. */
    private Optional<ReplacementObstacle> findDriverLack(PodSummary pod, List<NodeWithBoundPods> nodes) {
        return input.snapshot().findNode(pod.node()).map(NodeWithBoundPods::devices).filter(NodeDraDevices::slicesKnown)
                .stream().flatMap(devices -> devices.claims().stream())
                .filter(claim -> claim.podKeys().contains(pod.key())).flatMap(ResourceClaim::exclusiveDevices)
                .map(AllocatedDevice::driver).filter(driver -> !isPublished(nodes, driver)).findFirst()
                .map(NodePodEffectReason.NoNodeWithDriver::new);
    }

    private static boolean isPublished(List<NodeWithBoundPods> nodes, String driver) {
        return nodes.stream().map(NodeWithBoundPods::devices).anyMatch(devices -> mayPublish(devices, driver));
    }

    private static boolean mayPublish(NodeDraDevices devices, String driver) {
        return !devices.slicesKnown() || devices.slices().stream().anyMatch(slice -> slice.driver().equals(driver));
    }

    private static boolean isOpenTo(PodPlanningDetails detail, NodeWithBoundPods node) {
        return detail.nodeSelector().entrySet().stream()
                .allMatch(label -> label.getValue().equals(node.nodeSummary().labels().get(label.getKey())))
                && Toleration.untoleratedTaints(node.nodeSummary().taints(), detail.tolerations()).isEmpty();
    }

    /** Returns the first device resource of which no node has as much as a pod requests, or may publish it by a DeviceClass. */
    private Optional<ReplacementObstacle> findLack(PodSummary pod, List<NodeWithBoundPods> nodes,
            ToLongBiFunction<NodeWithBoundPods, String> amount,
            BiFunction<Long, String, ReplacementObstacle> obstacle) {
        for (var name : pod.requests().names()) {
            long requested = pod.requests().get(name);
            if (isCountedByNodes(pod, name) && !hasAmount(nodes, amount, name, requested)
                    && nodes.stream().noneMatch(node -> devices.couldPublish(node, name, requested))) {
                return Optional.of(obstacle.apply(requested, name));
            }
        }
        return Optional.empty();
    }

    private static boolean hasAmount(List<NodeWithBoundPods> nodes, ToLongBiFunction<NodeWithBoundPods, String> amount,
            String resource, long requested) {
        return nodes.stream().anyMatch(node -> amount.applyAsLong(node, resource) >= requested);
    }

    /** Returns whether a request is for devices that its node advertises; others count in a scheduler extender alone. */
    private boolean isCountedByNodes(PodSummary pod, String resource) {
        return resource.contains("/") && pod.requests().get(resource) > 0 && input.snapshot().findNode(pod.node())
                .filter(node -> node.nodeSummary().capacity().get(resource) > 0).isPresent();
    }

    private static long allocatable(NodeWithBoundPods node, String resource) {
        return node.nodeSummary().allocatable().get(resource);
    }

    private static long free(NodeWithBoundPods node, String resource) {
        return allocatable(node, resource) - node.allocated().get(resource);
    }
}
