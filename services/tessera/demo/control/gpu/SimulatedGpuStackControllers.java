package tessera.demo.control.gpu;

import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.control.node.SimulatedGpuStackBehavior;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The controllers of NVIDIA's GPU operator and its operands, as far as the API shows them. */
public final class SimulatedGpuStackControllers {

    private final SimulatedGpuStackStartOrder order;

    /**
     * Sets them up.
     *
     * @param divisions how boards are cut
     * @param signals   who holds them
     */
    public SimulatedGpuStackControllers(SimulatedGpuStackContext context, SimulatedMigLayouts divisions,
            SimulatedClusterTelemetry signals) {
        var controllers = context.controllers();
        var nodes = new SimulatedGpuNodeRegistry(controllers.loop(), controllers.types(), divisions);
        var policies = new SimulatedClusterPolicies(controllers);
        var knowledge = new GpuStackKnowledge(context, nodes, policies,
                new SimulatedGpuOperandPods(controllers, context.lean()),
                new SimulatedDevicePluginConfigMounts(controllers, policies));
        var plugins = new SimulatedDevicePluginsAndGfd(knowledge);
        new SimulatedMigManagerController(knowledge, signals);
        new SimulatedNodeFeatureDiscovery(knowledge);
        var operator = new SimulatedGpuOperatorController(knowledge);
        new SimulatedDriverUpgradeController(knowledge, operator);
        order = new SimulatedGpuStackStartOrder(knowledge, plugins);
    }

    /** Returns the stack's effects on the containers of a node. */
    public SimulatedGpuStackBehavior nodeStack() {
        return order;
    }
}
