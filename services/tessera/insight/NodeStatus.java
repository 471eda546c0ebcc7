package tessera.insight;

import java.util.List;
import java.util.function.ToLongFunction;
import tessera.insight.GpuNode.State;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault;
import tessera.insight.node.NodeFault.Level;
import tessera.insight.node.NodeFaultCatalog;
import tessera.insight.node.OngoingChange;
import tessera.insight.node.OngoingChange.ChangeType;
import tessera.model.NodeInfo;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;

/**
 * The status of a node, computed once when the node is read.
 *
 * @param closed whether it takes no new pods, by a cordon or by a taint of a controller that takes it down
 * @param state what an operator has to know first
 * @param tally its GPUs, each counted once, with the state of the node taken into account, if all of its pods are seen
 * @param least the same if others than those seen may hold any
 * @param faults that monitors report of it, the most urgent first
 * @param withheld devices that are counted and not handed out, though nobody closed them on purpose
 * @param closedDevices devices that administrators closed
 * @param faultyGpus its GPUs that critical signs speak against
 */
record NodeStatus(boolean closed, State state, GpuTally tally, GpuTally least, List<NodeFault> faults, long withheld,
        long closedDevices, FaultyGpus faultyGpus) {

    static NodeStatus of(NodeInfo info, List<GpuGroup> groups, List<ResourceUse> uses, SliceBoards claimed) {
        var facts = info.facts();
        var shut = ClaimedGpus.usesClaims(info)
                ? claimed.boards().stream().filter(SliceBoard::isClosedOnPurpose).toList()
                : List.<SliceBoard>of();
        long parts = shut.stream().mapToLong(board -> board.form() == GpuGroup.GroupForm.MIG ? board.parts().size() : 1)
                .sum();
        long withheld = Math.max(0, uses.stream()
                .mapToLong(use -> BoardGroups.ceilDivide(use.unhealthy(), shares(groups, use))).sum() - parts);
        var devices = tallyGroups(groups, PodVisibility.ALL).closing(shut.size());
        var faults = NodeFaultCatalog.standard().faultsOf(facts);
        boolean faulty = faults.stream().anyMatch(fault -> fault.level() == Level.CRITICAL);
        boolean closed = CordonOwners.standard().isClosed(facts);
        var state = state(info, devices, withheld, faulty);
        if (state == State.READY && (closed || !shut.isEmpty())) {
            state = closed ? State.CORDONED : State.MAINTENANCE;
        }
        return new NodeStatus(closed, state, applyState(devices, state, closed),
                applyState(tallyGroups(groups, PodVisibility.SOME).closing(shut.size()), state, closed), faults,
                withheld, shut.size(), FaultyGpus.NONE);
    }

    /** Returns the status with the GPUs that critical signs speak against out of service. */
    NodeStatus withFaultyGpus(FaultyGpus gpus) {
        if (gpus.isEmpty()) {
            return this;
        }
        return new NodeStatus(closed, state.compareTo(State.FAULTY) > 0 ? State.FAULTY : state,
                tally.withFaulty(gpus.free()), least.withFaulty(gpus.free()), faults, withheld, closedDevices, gpus);
    }

    private static int shares(List<GpuGroup> groups, ResourceUse use) {
        return groups.stream().filter(group -> group.form() == GpuGroup.GroupForm.SHARED && group.uses().contains(use))
                .mapToInt(GpuGroup::parts).findFirst().orElse(1);
    }

    /** Returns the bound of a figure of the full tally: parts lie on no fewer GPUs than they can, nor on more. */
    EstimateBound boundOf(ToLongFunction<GpuTally> figure) {
        int order = Long.compare(figure.applyAsLong(least), figure.applyAsLong(tally));
        return order == 0 ? EstimateBound.EXACT : order > 0 ? EstimateBound.AT_LEAST : EstimateBound.AT_MOST;
    }

    private static GpuTally tallyGroups(List<GpuGroup> groups, PodVisibility visibility) {
        return groups.stream().map(group -> group.tally(visibility)).reduce(GpuTally.NONE, GpuTally::plus);
    }

    private static GpuTally applyState(GpuTally devices, State state, boolean closed) {
        return switch (state) {
            case UNREACHABLE, NOT_READY -> devices.onLostNode();
            default -> closed ? devices.onCordonedNode() : devices;
        };
    }

    private static State state(NodeInfo info, GpuTally devices, long withheld, boolean faulty) {
        var facts = info.facts();
        var ready = facts.findCondition("Ready");
        if (ready.isEmpty() || ready.get().status().equals("Unknown")) {
            return State.UNREACHABLE;
        }
        if (!facts.isReady()) {
            return State.NOT_READY;
        }
        var change = OngoingChange.of(facts);
        // A repair is about the fault itself; any other change must not hide it.
        if (change.isPresent()) {
            return faulty && change.get().kind() != ChangeType.RESET ? State.FAULTY : State.CHANGING;
        }
        if (devices.total() == devices.notOffered() && !ClaimedGpus.usesClaims(info)) {
            return State.NOT_OFFERED;
        }
        if (withheld > 0) {
            return State.UNHEALTHY;
        }
        if (faulty) {
            return State.FAULTY;
        }
        return State.READY;
    }
}
