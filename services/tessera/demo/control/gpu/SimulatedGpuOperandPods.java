package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedControllerContext;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** The operands with a DaemonSet, and their pods on the nodes. */
final class SimulatedGpuOperandPods {

    private static final String APP = "app";

    private final SimulatedControllerContext context;
    private final boolean lean;
    /** Namespace of each operand's DaemonSet, by its name. */
    private final Map<String, String> sets = new HashMap<>();

    SimulatedGpuOperandPods(SimulatedControllerContext context, boolean lean) {
        this.context = context;
        this.lean = lean;
        context.loop().follow(context.types().daemonSets(), this::daemonSetChanged);
    }

    private void daemonSetChanged(WatchEventType kind, ObjectNode set) {
        var name = SimulatedMetadata.nameOf(set);
        if (SimulatedGpuOperand.forDaemonSet(name).isPresent()) {
            if (kind == WatchEventType.DELETED) {
                sets.remove(name);
            } else {
                sets.put(name, SimulatedMetadata.namespaceOf(set));
            }
        }
    }

    boolean hasDaemonSet(String daemonSet) {
        return sets.containsKey(daemonSet);
    }

    Optional<SimulatedCachedPod> findRunning(String daemonSet, String node) {
        return context.pods().onNode(node).stream()
                .filter(cachedPod -> isPodOf(cachedPod, daemonSet) && isRunning(cachedPod)).findFirst();
    }

    boolean hasPod(String daemonSet, String node) {
        return context.pods().onNode(node).stream()
                .anyMatch(cachedPod -> isPodOf(cachedPod, daemonSet) && !cachedPod.isTerminal());
    }

    /** Returns whether an operand works on a node: through its pod, or without one if it has no DaemonSet. */
    boolean isServing(String daemonSet, String node) {
        if (hasDaemonSet(daemonSet)) {
            return findRunning(daemonSet, node).isPresent();
        }
        return lean;
    }

    static boolean isPodOf(SimulatedCachedPod cachedPod, String daemonSet) {
        return daemonSet.equals(cachedPod.labels().get(APP));
    }

    static boolean isRunning(SimulatedCachedPod cachedPod) {
        return cachedPod.ready() && !cachedPod.deleting();
    }
}
