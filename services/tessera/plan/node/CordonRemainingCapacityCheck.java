package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeSummary;
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
        for (var vendor : computeVendors(input).filter(
                vendor -> losesLastOfVendor(vendor, input, closed))
                .toList()) {
            warnings.add(new CordonWarning.LastSchedulableGpuNode(vendor,
                    countPending(input, pod -> hasVendorDevice(input, pod.requests(), vendor))));
        }
        if (losesLast(input, closed, node -> node.labels().containsKey(CONTROL))) {
            warnings.add(new CordonWarning.LastSchedulableControlPlane());
        }
        return warnings;
    }

    private static boolean losesLastOfVendor(String vendor, NodeAndPodPlannerInput input, Set<String> closed) {
        return losesLast(input, closed, node -> hasVendorDevice(input, node.allocatable(), vendor));
    }

    /** Returns whether such nodes are schedulable now, and none will be. */
    private static boolean losesLast(NodeAndPodPlannerInput input, Set<String> closed, Predicate<NodeSummary> such) {
        var open = input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> such.test(node) && node.isReady() && !node.unschedulable()).map(NodeSummary::name)
                .toList();
        return !open.isEmpty() && closed.containsAll(open);
    }

    private static Stream<String> computeVendors(NodeAndPodPlannerInput input) {
        return input.snapshot().nodes().stream().flatMap(node -> node.nodeSummary().allocatable().names().stream())
                .flatMap(name -> input.accelerators().acceleratorOf(name).stream()).filter(one -> one.isCompute())
                .map(one -> one.vendor()).distinct().sorted();
    }

    private static boolean hasVendorDevice(NodeAndPodPlannerInput input, ResourceAmounts resources, String vendor) {
        return resources.names().stream()
                .anyMatch(name -> requestsDeviceOfVendor(name, resources, input, vendor));
    }

    private static boolean requestsDeviceOfVendor(String name, ResourceAmounts resources, NodeAndPodPlannerInput input,
            String vendor) {
        return resources.get(name) > 0 && input.accelerators().acceleratorOf(name)
                .filter(one -> one.isCompute() && one.vendor().equals(vendor)).isPresent();
    }

    private static long countPending(NodeAndPodPlannerInput input, Predicate<PodSummary> such) {
        return input.snapshot().unbound().stream().filter(pod -> !pod.phase().isTerminal() && such.test(pod)).count();
    }
}
