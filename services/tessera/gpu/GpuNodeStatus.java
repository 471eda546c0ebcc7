package tessera.gpu;

import java.util.List;
import java.util.function.ToLongFunction;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFault.NodeFaultLevel;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.gpu.health.OngoingNodeChange;
import tessera.gpu.health.OngoingNodeChange.NodeChangeType;
import tessera.model.NodeResourceUse;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodListCompleteness;

/**
 * The status of a node, computed once when the node is read.
 *
 * @param closed whether it takes no new pods, by a cordon or by a taint of a controller that takes it down
 * @param state what an operator has to know first
 * @param counts its GPUs, each counted once, with the state of the node taken into account, if all of its pods are seen
 * @param least the same if others than those seen may hold any
 * @param faults that monitors report of it, the most urgent first
 * @param withheld devices that are counted and not handed out, though nobody closed them on purpose
 * @param closedDevices devices that administrators closed
 * @param faultyGpus its GPUs that critical signs speak against
 */
record GpuNodeStatus(boolean closed, GpuNodeState state, GpuStatusCounts counts, GpuStatusCounts least,
        List<NodeFault> faults, long withheld, long closedDevices, FaultyGpus faultyGpus) {

    static GpuNodeStatus of(NodeWithBoundPods info, List<NodeGpuAllocationGroup> groups, List<NodeResourceUse> uses,
            DraPublishedGpus claimed) {
        var nodeSummary = info.nodeSummary();
        boolean usesClaims = ResourceClaimOnlyNodeDetector.usesClaims(info);
        var shut = claimed.gpus().stream().filter(gpu -> usesClaims && gpu.isClosedOnPurpose()).toList();
        long parts = shut.stream()
                .mapToLong(gpu -> gpu.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG ? gpu.parts().size() : 1)
                .sum();
        long withheld = Math.max(0,
                uses.stream().mapToLong(use -> Math.ceilDiv(use.unhealthy(), shares(groups, use))).sum() - parts);
        var devices = tallyGroups(groups, PodListCompleteness.ALL).closing(shut.size());
        var faults = NodeFaultSignalCatalog.standard().faultsOf(nodeSummary);
        boolean faulty = faults.stream().anyMatch(fault -> fault.level() == NodeFaultLevel.CRITICAL);
        boolean closed = CordonOwnerCatalog.standard().isClosed(nodeSummary);
        var state = state(info, groups.stream().anyMatch(NodeGpuAllocationGroup::isOffered), withheld, faulty);
        if (state == GpuNodeState.READY && (closed || !shut.isEmpty())) {
            state = closed ? GpuNodeState.CORDONED : GpuNodeState.MAINTENANCE;
        }
        return new GpuNodeStatus(closed, state, applyState(devices, state, closed),
                applyState(tallyGroups(groups, PodListCompleteness.SOME).closing(shut.size()), state, closed), faults,
                withheld, shut.size(), FaultyGpus.NONE);
    }

    /** Returns the status with the GPUs that critical signs speak against out of service. */
    GpuNodeStatus withFaultyGpus(FaultyGpus gpus) {
        if (gpus.isEmpty()) {
            return this;
        }
        return new GpuNodeStatus(closed, state.compareTo(GpuNodeState.FAULTY) > 0 ? GpuNodeState.FAULTY : state,
                counts.withFaulty(gpus.free()), least.withFaulty(gpus.free()), faults, withheld, closedDevices, gpus);
    }

    private static int shares(List<NodeGpuAllocationGroup> groups, NodeResourceUse use) {
        return groups.stream().filter(
                group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED && group.uses().contains(use))
                .mapToInt(NodeGpuAllocationGroup::parts).findFirst().orElse(1);
    }

    /** Returns the bound of a figure of the full tally: parts lie on no fewer GPUs than they can, nor on more. */
    EstimateBoundKind boundOf(ToLongFunction<GpuStatusCounts> figure) {
        int order = Long.compare(figure.applyAsLong(least), figure.applyAsLong(counts));
        if (order == 0) {
            return EstimateBoundKind.EXACT;
        }
        if (order > 0) {
            return EstimateBoundKind.AT_LEAST;
        }
        return EstimateBoundKind.AT_MOST;
    }

    private static GpuStatusCounts tallyGroups(List<NodeGpuAllocationGroup> groups, PodListCompleteness visibility) {
        return groups.stream().map(group -> group.tally(visibility)).reduce(GpuStatusCounts.NONE,
                GpuStatusCounts::plus);
    }

    private static GpuStatusCounts applyState(GpuStatusCounts devices, GpuNodeState state, boolean closed) {
        return switch (state) {
            case UNREACHABLE, NOT_READY -> devices.onLostNode();
            default -> closed ? devices.onCordonedNode() : devices;
        };
    }

    private static GpuNodeState state(NodeWithBoundPods info, boolean offered, long withheld, boolean faulty) {
        var nodeSummary = info.nodeSummary();
        var ready = nodeSummary.findCondition("Ready");
        if (ready.isEmpty() || ready.get().status().equals("Unknown")) {
            return GpuNodeState.UNREACHABLE;
        }
        if (!nodeSummary.isReady()) {
            return GpuNodeState.NOT_READY;
        }
        var change = OngoingNodeChange.of(nodeSummary);
        // A repair is about the fault itself; any other change must not hide it.
        if (change.isPresent()) {
            return faulty && change.get().kind() != NodeChangeType.RESET ? GpuNodeState.FAULTY : GpuNodeState.CHANGING;
        }
        boolean absent = !offered && !ResourceClaimOnlyNodeDetector.usesClaims(info);
        if (absent && !ResourceClaimOnlyNodeDetector.mayPublishUnread(info)) {
            return GpuNodeState.NOT_OFFERED;
        }
        if (withheld > 0) {
            return GpuNodeState.UNHEALTHY;
        }
        if (faulty) {
            return GpuNodeState.FAULTY;
        }
        return absent ? GpuNodeState.OFFER_UNKNOWN : GpuNodeState.READY;
    }
}
