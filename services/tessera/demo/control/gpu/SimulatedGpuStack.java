package tessera.demo.control.gpu;

import tessera.demo.control.node.SimulatedGpuStackContainerEffects;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The controllers of NVIDIA's GPU operator and its operands, as far as the API shows them. */
public final class SimulatedGpuStack {

    private final SimulatedGpuStackStartOrder order;

    /**
     * Sets them up.
     *
     * @param divisions how boards are cut
     * @param signals   who holds them
     */
    public SimulatedGpuStack(SimulatedGpuStackContext ground, SimulatedMigLayouts divisions,
            SimulatedClusterTelemetry signals) {
        var nodes = new SimulatedGpuNodeRegistry(ground.loop(), ground.kinds(), divisions);
        var policies = new SimulatedClusterPolicies(ground);
        var operands = new SimulatedGpuOperandPods(ground);
        var mounts = new MountedDevicePluginConfigs(ground, policies);
        var plugins = new SimulatedDevicePluginsAndGfd(ground, nodes, operands, policies, mounts);
        var targets = new SimulatedMigConfigResolver(policies, mounts);
        new SimulatedMigManagers(ground, nodes, operands,
                new SimulatedMigManagers.MigManagerDependencies(policies, targets, signals));
        new SimulatedMigConfigMapWriter(ground, nodes, policies, targets);
        new SimulatedNodeFeatureWorkers(ground, new SimulatedNodeFeatureDiscovery(ground), nodes);
        var operator = new SimulatedGpuOperatorController(ground, policies);
        new GpuOperandDeployLabels(ground, nodes, policies, operator);
        new SimulatedDriverUpgradeController(ground, nodes, operands, policies, operator);
        order = new SimulatedGpuStackStartOrder(ground, nodes, operands, policies,
                new SimulatedGpuStackStartOrder.DevicePluginInputs(plugins, mounts));
    }

    /** Returns the stack's effects on the containers of a node. */
    public SimulatedGpuStackContainerEffects nodeStack() {
        return order;
    }
}
