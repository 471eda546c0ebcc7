package tessera.demo.control.gpu;

import tessera.demo.control.node.NodeStack;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.MigDivisions;

/** The controllers of NVIDIA's GPU operator and the operands on the nodes, as far as the API shows them. */
public final class SimulatedGpuStack {

    private final StartingOrder order;

    /**
     * Sets them up.
     *
     * @param divisions how boards are cut
     * @param signals   who holds them
     */
    public SimulatedGpuStack(GpuStackContext ground, MigDivisions divisions, ClusterTelemetry signals) {
        var nodes = new SimulatedGpuNodes(ground.loop(), ground.kinds(), divisions);
        var policies = new ClusterPolicies(ground);
        var operands = new OperandPods(ground);
        var mounts = new MountedConfigs(ground, policies);
        var plugins = new DevicePlugins(ground, nodes, operands, policies, mounts);
        var targets = new MigTargets(policies, mounts);
        new MigChanges(ground, nodes, operands, new MigChanges.MigChangeInput(policies, targets, signals));
        new MigMaps(ground, nodes, policies, targets);
        new NodeReports(ground, new NodeFeatures(ground), nodes);
        var operator = new GpuOperatorController(ground, policies);
        new DeployLabels(ground, nodes, policies, operator);
        new DriverUpgrades(ground, nodes, operands, policies, operator);
        order = new StartingOrder(ground, nodes, operands, policies, new StartingOrder.Plugins(plugins, mounts));
    }

    /** What the stack means for containers of a node. */
    public NodeStack nodeStack() {
        return order;
    }
}
