package tessera.plan.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.gpu.GpuResourceClaimDetector;
import tessera.gpu.NodeGpuReader;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.DeviceClass;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;

/** Warns about the capacity that is left for pods once some nodes are cordoned. */
final class CordonRemainingCapacityCheck {

    private static final String CONTROL = "node-role.kubernetes.io/control-plane";

    private CordonRemainingCapacityCheck() {}

    /** Returns a warning for each kind of node of which none stays schedulable. */
    static List<CordonWarning> warnings(NodeAndPodPlannerInput input, List<PlanTargetNode> nodes) {
        var closed = nodes.stream().map(PlanTargetNode::name).collect(Collectors.toSet());
        if (losesLast(input, closed, _ -> true)) {
            return List.of(new CordonWarning.LastSchedulableNode(countPending(input, _ -> true)));
        }
        var warnings = new ArrayList<CordonWarning>();
        // Who wants those of one maker is not helped by those of another.
        var claims = new GpuResourceClaimDetector(input.snapshot().devices());
        for (var kind : computeKinds(input).filter(kind -> losesLastOfKind(kind, input, closed)).toList()) {
            warnings.add(new CordonWarning.LastSchedulableGpuNode(kind.vendor(), kind.gpus(), countPending(input,
                    pod -> kindsOf(requestedResources(pod, claims, input), input).anyMatch(kind::equals))));
        }
        if (losesLast(input, closed, node -> node.nodeSummary().labels().containsKey(CONTROL))) {
            warnings.add(new CordonWarning.LastSchedulableControlPlane());
        }
        return warnings;
    }

    /** Returns whether it is known that such devices are on schedulable nodes now, and will be on none: ResourceSlices that may not be read may publish those that a node shows. */
    private static boolean losesLastOfKind(DeviceKind kind, NodeAndPodPlannerInput input, Set<String> closed) {
        var gpus = new NodeGpuReader(input.accelerators());
        return losesLast(input, closed,
                node -> kindsOf(node, input).anyMatch(kind::equals)
                        || (!node.devices().slicesKnown() && showsVendor(gpus, node, kind.vendor())));
    }

    private static boolean showsVendor(NodeGpuReader gpus, NodeWithBoundPods node, String vendor) {
        return gpus.read(node).filter(shown -> shown.vendor().equals(vendor)).isPresent();
    }

    /** Returns whether such nodes are schedulable now, and none will be. */
    private static boolean losesLast(NodeAndPodPlannerInput input, Set<String> closed,
            Predicate<NodeWithBoundPods> such) {
        var open = input.snapshot().nodes().stream()
                .filter(node -> such.test(node) && node.nodeSummary().isReady() && !node.nodeSummary().unschedulable())
                .map(NodeWithBoundPods::name).toList();
        return !open.isEmpty() && closed.containsAll(open);
    }

    private static Stream<DeviceKind> computeKinds(NodeAndPodPlannerInput input) {
        return input.snapshot().nodes().stream().flatMap(node -> kindsOf(node, input)).distinct()
                .sorted(Comparator.comparing(DeviceKind::vendor).thenComparing(DeviceKind::gpus));
    }

    /** Returns the kinds of devices that a node advertises as resources, and those that DRA drivers publish of it. */
    private static Stream<DeviceKind> kindsOf(NodeWithBoundPods node, NodeAndPodPlannerInput input) {
        return kindsOf(Stream.concat(namesOf(node.nodeSummary().allocatable()),
                GpuResourceClaimDetector.publishedResources(node.devices()).stream()), input);
    }

    private static Stream<String> requestedResources(PodSummary pod, GpuResourceClaimDetector claims,
            NodeAndPodPlannerInput input) {
        var classes = namesOf(pod.requests())
                .flatMap(name -> input.snapshot().devices().classForResource(name).stream());
        return Stream.of(namesOf(pod.requests()), claims.claimedResources(pod).stream(),
                classes.map(DeviceClass::name).flatMap(claims::resourcesOfClass)).flatMap(Function.identity());
    }

    private static Stream<String> namesOf(ResourceAmounts resources) {
        return resources.names().stream().filter(name -> resources.get(name) > 0);
    }

    private static Stream<DeviceKind> kindsOf(Stream<String> resources, NodeAndPodPlannerInput input) {
        return resources.flatMap(resource -> input.accelerators().acceleratorOf(resource).stream())
                .filter(AcceleratorCatalogEntry::isCompute).map(one -> new DeviceKind(one.vendor(), one.isCalledGpu()));
    }

    private static long countPending(NodeAndPodPlannerInput input, Predicate<PodSummary> such) {
        return input.snapshot().unbound().stream().filter(pod -> !pod.phase().isTerminal() && such.test(pod)).count();
    }

    /** The devices of one vendor that can stand in for one another. */
    private record DeviceKind(String vendor, boolean gpus) {}
}
