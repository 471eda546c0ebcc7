package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The nodes that refused a pod and their reasons, in the order in which they were asked. */
final class NodeRefusals {

    private final List<NodeState> nodes;
    private final List<NodeVerdict> verdicts;

    NodeRefusals(int expected) {
        nodes = new ArrayList<>(expected);
        verdicts = new ArrayList<>(expected);
    }

    void add(NodeState node, NodeVerdict verdict) {
        nodes.add(node);
        verdicts.add(verdict);
    }

    List<NodeVerdict> verdicts() {
        return verdicts;
    }

    @Nullable
    NodeVerdict verdictOf(NodeState node) {
        int at = nodes.indexOf(node);
        return at < 0 ? null : verdicts.get(at);
    }

    void forEach(BiConsumer<NodeState, NodeVerdict> action) {
        for (int i = 0; i < nodes.size(); i++) {
            action.accept(nodes.get(i), verdicts.get(i));
        }
    }
}
