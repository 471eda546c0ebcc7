package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.StoredObjectChange;

/** The operands with a DaemonSet, and their pods on the nodes. */
final class SimulatedGpuOperandPods {

    private static final String APP = "app";

    private final SimulatedGpuStackContext ground;
    /** Namespace of each operand's DaemonSet, by its name. */
    private final Map<String, String> sets = new HashMap<>();

    SimulatedGpuOperandPods(SimulatedGpuStackContext ground) {
        this.ground = ground;
        ground.loop().follow(ground.kinds().daemonSets(), this::daemonSetChanged);
    }

    private void daemonSetChanged(StoredObjectChange.ChangeKind kind, ObjectNode set) {
        var name = SimulatedStoreJsonCodec.textAt(set, "metadata", "name");
        if (SimulatedGpuOperand.forDaemonSet(name).isPresent()) {
            if (kind == StoredObjectChange.ChangeKind.DELETED) {
                sets.remove(name);
            } else {
                sets.put(name, SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace"));
            }
        }
    }

    boolean hasDaemonSet(String daemonSet) {
        return sets.containsKey(daemonSet);
    }

    /** Returns the operand's pod on a node, if it runs. */
    Optional<SimulatedControllerCachedPod> findRunning(String daemonSet, String node) {
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

    static boolean isPodOf(SimulatedControllerCachedPod card, String daemonSet) {
        return daemonSet.equals(card.labels().get(APP));
    }

    static boolean isRunning(SimulatedControllerCachedPod card) {
        return card.ready() && !card.deleting();
    }
}
