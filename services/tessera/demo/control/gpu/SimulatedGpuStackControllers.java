package tessera.demo.control.gpu;

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
        var nodes = new SimulatedGpuNodeRegistry(context.loop(), context.types(), divisions);
        var policies = new SimulatedClusterPolicies(context);
        var operands = new SimulatedGpuOperandPods(context);
        var mounts = new SimulatedDevicePluginConfigMounts(context, policies);
        var plugins = new SimulatedDevicePluginsAndGfd(context, nodes, operands, policies, mounts);
        var targets = new SimulatedMigConfigResolver(policies, mounts);
        new SimulatedMigManagerController(context, nodes, operands,
                new SimulatedMigManagerController.MigManagerDependencies(policies, targets, signals));
        new SimulatedMigConfigMapWriter(context, nodes, policies, targets);
        new SimulatedNodeFeatureWorkers(context, new SimulatedNodeFeatureDiscovery(context), nodes);
        var operator = new SimulatedGpuOperatorController(context, policies);
        new SimulatedOperandLabelController(context, nodes, policies, operator);
        new SimulatedDriverUpgradeController(context, nodes, operands, policies, operator);
        order = new SimulatedGpuStackStartOrder(context, nodes, operands, policies,
                new SimulatedGpuStackStartOrder.DevicePluginInputs(plugins, mounts));
    }

    /** Returns the stack's effects on the containers of a node. */
    public SimulatedGpuStackBehavior nodeStack() {
        return order;
    }
}
