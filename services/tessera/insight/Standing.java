package tessera.insight;

import java.util.List;
import tessera.insight.GpuNode.State;
import tessera.model.NodeFacts;
import tessera.model.ResourceUse;

/**
 * How it stands with a node, worked out once when the node is read.
 *
 * @param state what an operator has to know first
 * @param tally its GPUs, each counted once, with the state of the node taken into account
 */
record Standing(State state, GpuTally tally) {

    static Standing of(NodeFacts facts, List<GpuGroup> groups, List<ResourceUse> uses) {
        var devices = groups.stream().map(GpuGroup::tally).reduce(GpuTally.NONE, GpuTally::plus);
        var state = state(facts, devices, uses);
        return new Standing(state, switch (state) {
            case UNREACHABLE, NOT_READY -> devices.onLostNode();
            default -> facts.unschedulable() ? devices.onCordonedNode() : devices;
        });
    }

    private static State state(NodeFacts facts, GpuTally devices, List<ResourceUse> uses) {
        var ready = facts.condition("Ready");
        if (ready.isEmpty() || ready.get().status().equals("Unknown")) {
            return State.UNREACHABLE;
        }
        if (!facts.ready()) {
            return State.NOT_READY;
        }
        if (devices.total() == devices.notOffered()) {
            return State.NOT_OFFERED;
        }
        if (uses.stream().anyMatch(use -> use.unhealthy() > 0)) {
            return State.UNHEALTHY;
        }
        return facts.unschedulable() ? State.CORDONED : State.READY;
    }
}
