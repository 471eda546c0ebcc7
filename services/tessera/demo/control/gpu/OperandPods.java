package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** The operands with a DaemonSet, and their pods on the nodes. */
final class OperandPods {

    private static final String APP = "app";

    private final GpuStackContext ground;
    /** Namespace of each operand's DaemonSet, by its name. */
    private final Map<String, String> sets = new HashMap<>();

    OperandPods(GpuStackContext ground) {
        this.ground = ground;
        ground.loop().follow(ground.kinds().daemonSets(), this::daemonSetChanged);
    }

    private void daemonSetChanged(StoreChange.ChangeKind kind, ObjectNode set) {
        var name = StoreJson.textAt(set, "metadata", "name");
        if (GpuOperand.forDaemonSet(name).isPresent()) {
            if (kind == StoreChange.ChangeKind.DELETED) {
                sets.remove(name);
            } else {
                sets.put(name, StoreJson.textAt(set, "metadata", "namespace"));
            }
        }
    }

    boolean hasDaemonSet(String daemonSet) {
        return sets.containsKey(daemonSet);
    }

    /** Returns the operand's pod on a node, if it runs. */
    Optional<CachedPod> findRunning(String daemonSet, String node) {
        return ground.pods().onNode(node).stream().filter(card -> isPodOf(card, daemonSet) && isRunning(card))
                .findFirst();
    }

    /** Returns whether any pod of the operand is on a node, running or not. */
    boolean hasPod(String daemonSet, String node) {
        return ground.pods().onNode(node).stream().anyMatch(card -> isPodOf(card, daemonSet) && !card.isTerminal());
    }

    /** Returns whether an operand works on a node: through its pod, or without one if it has no DaemonSet. */
    boolean isServing(String daemonSet, String node) {
        return hasDaemonSet(daemonSet) ? findRunning(daemonSet, node).isPresent() : ground.lean();
    }

    static boolean isPodOf(CachedPod card, String daemonSet) {
        return daemonSet.equals(card.labels().get(APP));
    }

    static boolean isRunning(CachedPod card) {
        return card.ready() && !card.deleting();
    }
}
