package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedController;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;

/** The common part of the controllers of the GPU stack: what they all know, and how they change nodes. */
abstract class SimulatedGpuStackController extends SimulatedController {

    final SimulatedGpuStackContext context;
    final SimulatedGpuNodeRegistry nodes;
    final SimulatedClusterPolicies policies;
    final SimulatedGpuOperandPods operands;
    final SimulatedDevicePluginConfigMounts mounts;

    /** The knowledge of the controllers of the cluster. */
    record GpuStackKnowledge(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
            SimulatedClusterPolicies policies, SimulatedGpuOperandPods operands,
            SimulatedDevicePluginConfigMounts mounts) {}

    /** A time limit counted in checks, so that it stretches where the machine is too slow for the cluster's pace. */
    static final class PollingTimeout {

        private Duration left;

        PollingTimeout(Duration left) {
            this.left = left;
        }

        /** Returns whether the limit is reached after another wait of this length. */
        boolean endsAfter(Duration another) {
            left = left.minus(another);
            return left.isNegative();
        }
    }

    SimulatedGpuStackController(GpuStackKnowledge knowledge, String manager, String source) {
        super(knowledge.context().controllers(), manager, source);
        context = knowledge.context();
        nodes = knowledge.nodes();
        policies = knowledge.policies();
        operands = knowledge.operands();
        mounts = knowledge.mounts();
    }

    void onOperandStart(String daemonSet, Consumer<SimulatedCachedPod> action) {
        pods.addListener((before, after) -> {
            if (before != null && after != null && SimulatedGpuOperandPods.isPodOf(after, daemonSet)
                    && SimulatedGpuOperandPods.isRunning(after) && !SimulatedGpuOperandPods.isRunning(before)) {
                action.accept(after);
            }
        });
    }

    @Nullable
    ObjectNode findNode(String name) {
        return component.find(types.nodes(), "", name);
    }

    void editNode(String name, Consumer<ObjectNode> change) throws SimulatedApiException {
        var object = findNode(name);
        if (object != null) {
            component.edit(types.nodes(), object, change);
        }
    }

    void editLabels(String name, Consumer<ObjectNode> change) throws SimulatedApiException {
        editNode(name, draft -> change.accept(SimulatedMetadata.labelsOf(draft)));
    }
}
