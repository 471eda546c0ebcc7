package tessera.demo.control.gpu;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.node.SimulatedGpuStackBehavior;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.write.SimulatedMigPartedConfigFiles;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;
import tessera.mig.MigProduct;

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

    /** Writer of the node-specific ConfigMaps with generated MIG layouts, used if the policy names none. */
    private static final class SimulatedMigConfigMapWriter {

        private static final Duration WORKING_OUT = Duration.ofSeconds(4);

        private final SimulatedGpuStackContext context;
        private final SimulatedGpuNodeRegistry nodes;
        private final SimulatedClusterPolicies policies;
        private final SimulatedMigConfigResolver targets;
        private final SimulatedControlPlaneComponent component;

        SimulatedMigConfigMapWriter(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
                SimulatedClusterPolicies policies,
                SimulatedMigConfigResolver targets) {
            this.context = context;
            this.nodes = nodes;
            this.policies = policies;
            this.targets = targets;
            component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "nvidia-mig-manager",
                    "nvidia-mig-manager");
            context.pods().addListener(this::podChanged);
        }

        private void podChanged(@Nullable SimulatedControllerCachedPod before,
                @Nullable SimulatedControllerCachedPod after) {
            if (before != null && after != null && SimulatedGpuOperandPods.isPodOf(after, SimulatedGpuOperand.MIG)
                    && SimulatedGpuOperandPods.isRunning(after)
                    && !SimulatedGpuOperandPods.isRunning(before)) {
                context.loop().runAfter(WORKING_OUT, () -> publishLayouts(after));
            }
        }

        private void publishLayouts(SimulatedControllerCachedPod manager) throws SimulatedApiException {
            var node = nodes.find(manager.nodeName());
            var product = node.flatMap(targets::productOf);
            if (node.isPresent() && product.isPresent() && policies.effectiveSpec().migConfigMapName().isEmpty()
                    && context.pods().byUid(manager.uid()) != null) {
                writeConfigMap(manager, node.get(), product.get());
            }
        }

        private void writeConfigMap(SimulatedControllerCachedPod manager, SimulatedGpuMachine node, MigProduct product)
                throws SimulatedApiException {
            var maps = context.loop().objects().catalog().get("configmaps");
            var old = component.find(maps, manager.namespace(), node.name() + "-mig-config");
            if (old != null) {
                component.delete(maps, old, SimulatedControlPlaneComponent.propagationOptions("Background"));
            }
            var map = SimulatedStoreJsonCodec.newObject().put("kind", "ConfigMap").put("apiVersion", "v1");
            var metadata = map.putObject("metadata").put("name", node.name() + "-mig-config").put("namespace",
                    manager.namespace());
            metadata.putObject("labels").put("app.kubernetes.io/component", SimulatedGpuOperand.MIG).put(
                    "nvidia.com/node-name",
                    node.name());
            metadata.putArray("ownerReferences").addObject().put("apiVersion", "v1").put("kind", "Pod")
                    .put("name", manager.name()).put("uid", manager.uid());
            map.putObject("data").put("config.yaml", SimulatedMigPartedConfigFiles.fileFor(product));
            component.create(maps, map);
        }
    }
}
