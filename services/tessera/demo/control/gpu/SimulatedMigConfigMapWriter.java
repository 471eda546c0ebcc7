package tessera.demo.control.gpu;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.write.SimulatedMigPartedConfigFiles;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.mig.MigProduct;

/** Writer of the node-specific ConfigMaps with generated MIG layouts, used if the policy names none. */
final class SimulatedMigConfigMapWriter {

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
