package tessera.demo.control.gpu;

import tessera.demo.control.node.NodeStack;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The controllers of NVIDIA's GPU operator and its operands, as far as the API shows them. */
public final class SimulatedGpuStack {

    private final GpuStackStartOrder order;

    /**
     * Sets them up.
     *
     * @param divisions how boards are cut
     * @param signals   who holds them
     */
    public SimulatedGpuStack(GpuStackContext ground, SimulatedMigLayouts divisions, ClusterTelemetry signals) {
        var nodes = new GpuNodeRegistry(ground.loop(), ground.kinds(), divisions);
        var policies = new ClusterPolicies(ground);
        var operands = new OperandPods(ground);
        var mounts = new MountedPluginConfigs(ground, policies);
        var plugins = new SimulatedDevicePlugins(ground, nodes, operands, policies, mounts);
        var targets = new MigConfigResolver(policies, mounts);
        new SimulatedMigManagers(ground, nodes, operands,
                new SimulatedMigManagers.MigChangeInput(policies, targets, signals));
        new MigConfigMapWriter(ground, nodes, policies, targets);
        new NodeFeatureReports(ground, new SimulatedNodeDiscovery(ground), nodes);
        var operator = new GpuOperatorController(ground, policies);
        new GpuDeployLabels(ground, nodes, policies, operator);
        new DriverUpgradeController(ground, nodes, operands, policies, operator);
        order = new GpuStackStartOrder(ground, nodes, operands, policies,
                new GpuStackStartOrder.Plugins(plugins, mounts));
    }

    /** Returns the stack's effects on the containers of a node. */
    public NodeStack nodeStack() {
        return order;
    }
}
