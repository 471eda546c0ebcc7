package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The nodes that refused a pod and their reasons, in the order in which they were asked. */
final class SimulatedNodeRejections {

    private final List<SimulatedSchedulerNodeState> nodes;
    private final List<SimulatedNodeFilterResult> results;

    SimulatedNodeRejections(int expected) {
        nodes = new ArrayList<>(expected);
        results = new ArrayList<>(expected);
    }

    void add(SimulatedSchedulerNodeState node, SimulatedNodeFilterResult filterResult) {
        nodes.add(node);
        results.add(filterResult);
    }

    List<SimulatedNodeFilterResult> verdicts() {
        return results;
    }

    @Nullable
    SimulatedNodeFilterResult verdictOf(SimulatedSchedulerNodeState node) {
        int at = nodes.indexOf(node);
        return at < 0 ? null : results.get(at);
    }

    void forEach(BiConsumer<SimulatedSchedulerNodeState, SimulatedNodeFilterResult> action) {
        for (int i = 0; i < nodes.size(); i++) {
            action.accept(nodes.get(i), results.get(i));
        }
    }
}
