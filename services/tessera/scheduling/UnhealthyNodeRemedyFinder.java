package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.gpu.health.OngoingNodeChange;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.mig.MigProfile;
import tessera.model.ShellWordQuoter;
import tessera.sharing.DeviceShareCounts;
import tessera.text.MessageCatalog;

/** Finds the nodes that would accept the pod if they and all of their devices were healthy. */
final class UnhealthyNodeRemedyFinder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnhealthyNodeRemedyFinder.class);

    private final List<NodeFitResult> nodes;
    private final GpuFleet fleet;

    UnhealthyNodeRemedyFinder(List<NodeFitResult> nodes, GpuFleet fleet) {
        this.nodes = nodes;
        this.fleet = fleet;
    }

    /** Returns the remedies for nodes that accept the pod once they are healthy. */
    List<SchedulingRemedy> sufficientRemedies() {
        return remediesFor(true);
    }

    /** Returns the remedies for nodes where other pods also hold what is missing. */
    List<SchedulingRemedy> insufficientRemedies() {
        return remediesFor(false);
    }

    private List<SchedulingRemedy> remediesFor(boolean enough) {
        return nodes.stream()
                .filter(node -> !healthProblemText(node).isEmpty() && remainingProblemText(node).isEmpty() == enough)
                // Another node is of no use while its neighbours are against it there, too.
                .filter(node -> node.failures().stream().noneMatch(PodAffinityRemedyFinder::isAboutNeighbours))
                .limit(SchedulingRemedy.MOST_OF_A_KIND)
                .map(node -> new SchedulingRemedy(
                        MESSAGES.text("remedy.unhealthyNode", node.name(), healthProblemText(node),
                                remainingProblemText(node)),
                        ShellWordQuoter.fillCommand("tessera doctor --node %s", node.name()),
                        new SchedulingRemedyChange.RepairNodeAction(node.name())))
                .toList();
    }

    /** Returns what would still prevent placement if all devices of a node were healthy; empty for nothing. */
    private static String remainingProblemText(NodeFitResult node) {
        var now = node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.OTHERS)
                .findFirst();
        if (now.isPresent()) {
            return now.get().text();
        }
        return node.failures().stream().flatMap(failure -> failure.shortfall().stream())
                .filter(ResourceShortfall::isDevice)
                .filter(shortfall -> shortfall.used() > 0 && node.nodeSummary().capacity().get(shortfall.resource())
                        - shortfall.used() < shortfall.requested())
                .map(shortfall -> MESSAGES.text("unhealthy.devicesInUse",
                        new RequestedAmount(shortfall.resource(), shortfall.used())))
                .findFirst().orElse("");
    }

    /** Returns the health problem of a node that would otherwise accept the pod; empty where there is no such problem. */
    private String healthProblemText(NodeFitResult node) {
        var taints = node.failures().stream().flatMap(failure -> failure.taint().stream()).map(Taint::key)
                .filter(key -> key.startsWith(CordonedOrTaintedNodeRemedyFinder.TROUBLE)).distinct().toList();
        if (node.failsOnly(NodeFilterFailureEndCondition.CLOSED) && !taints.isEmpty()) {
            return MESSAGES.text("unhealthy.taints", taints);
        }
        var lasting = node.failures().stream()
                .filter(failure -> failure.blocker() != NodeFilterFailureEndCondition.OTHERS).toList();
        if (!lasting.isEmpty() && lasting.stream()
                .allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES) && failure.isWithheldDevice())) {
            return MESSAGES.text("unhealthy.claimedDevices");
        }
        if (lasting.isEmpty() || !lasting.stream().allMatch(UnhealthyNodeRemedyFinder::lacksDeviceForGood)) {
            return "";
        }
        var change = OngoingNodeChange.of(node.nodeSummary());
        if (change.isPresent()) {
            return MESSAGES.text("unhealthy.plannedChange", change.get().title());
        }
        var shortfalls = lasting.stream().flatMap(failure -> failure.shortfall().stream()).toList();
        if (shortfalls.stream().allMatch(this::isWholeDevice)
                && fleet.node(node.name()).filter(each -> each.state() == GpuNodeState.NOT_OFFERED)
                        .filter(each -> canProvide(each, shortfalls)).isPresent()) {
            return MESSAGES.text("unhealthy.noDevices");
        }
        boolean withheld = shortfalls.stream().allMatch(
                shortfall -> node.nodeSummary().capacity().get(shortfall.resource()) >= shortfall.requested());
        return withheld ? MESSAGES.text("unhealthy.someDevices") : "";
    }

    private static boolean lacksDeviceForGood(PredictedNodeFilterFailure failure) {
        return failure.shortfall().filter(shortfall -> shortfall.isDevice() && shortfall.isPermanent()).isPresent();
    }

    /** Returns whether the shortfall is of whole devices that a machine is known to have. */
    private boolean isWholeDevice(ResourceShortfall shortfall) {
        return MigProfile.ofResource(shortfall.resource()).isEmpty()
                && !shortfall.resource().endsWith(DeviceShareCounts.SHARED) && (vendorOf(shortfall).isPresent() || nodes
                        .stream().anyMatch(node -> node.nodeSummary().capacity().get(shortfall.resource()) > 0));
    }

    /** Returns whether the machine has GPUs of the requested vendor and as many as requested, as far as known. */
    private static boolean canProvide(GpuNode machine, List<ResourceShortfall> shortfalls) {
        long has = machine.groups().stream().mapToLong(NodeGpuAllocationGroup::count).sum();
        return shortfalls.stream().allMatch(shortfall -> isServedByMachine(shortfall, has, machine));
    }

    private static boolean isServedByMachine(ResourceShortfall shortfall, long has, GpuNode machine) {
        return (has == 0 || shortfall.requested() <= has)
                && vendorOf(shortfall).filter(vendor -> !vendor.equals(machine.vendor())).isEmpty();
    }

    private static Optional<String> vendorOf(ResourceShortfall shortfall) {
        return AcceleratorCatalog.standard().acceleratorOf(shortfall.resource()).map(device -> device.vendor());
    }
}
