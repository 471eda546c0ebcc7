package tessera.demo.control.gpu;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.write.FixtureMigLayouts;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.mig.MigProduct;

/** Writer of the node-specific ConfigMaps with generated MIG layouts, used if the policy names none. */
final class MigConfigMapWriter {

    private static final Duration WORKING_OUT = Duration.ofSeconds(4);

    private final GpuStackContext ground;
    private final GpuNodeRegistry nodes;
    private final ClusterPolicies policies;
    private final MigConfigResolver targets;
    private final ControlComponent component;

    MigConfigMapWriter(GpuStackContext ground, GpuNodeRegistry nodes, ClusterPolicies policies,
            MigConfigResolver targets) {
        this.ground = ground;
        this.nodes = nodes;
        this.policies = policies;
        this.targets = targets;
        component = new ControlComponent(ground.loop(), ground.kinds(), "nvidia-mig-manager", "nvidia-mig-manager");
        ground.pods().addListener(this::podChanged);
    }

    private void podChanged(@Nullable CachedPod before, @Nullable CachedPod after) {
        if (before != null && after != null && OperandPods.isPodOf(after, GpuOperand.MIG)
                && OperandPods.isRunning(after)
                && !OperandPods.isRunning(before)) {
            ground.loop().runAfter(WORKING_OUT, () -> publishLayouts(after));
        }
    }

    private void publishLayouts(CachedPod manager) throws ApiError {
        var node = nodes.find(manager.nodeName());
        var product = node.flatMap(targets::productOf);
        if (node.isPresent() && product.isPresent() && policies.effectiveSpec().migConfigMapName().isEmpty()
                && ground.pods().byUid(manager.uid()) != null) {
            writeConfigMap(manager, node.get(), product.get());
        }
    }

    private void writeConfigMap(CachedPod manager, GpuMachine node, MigProduct product) throws ApiError {
        var maps = ground.loop().objects().catalog().get("configmaps");
        var old = component.find(maps, manager.namespace(), node.name() + "-mig-config");
        if (old != null) {
            component.delete(maps, old, ControlComponent.propagationOptions("Background"));
        }
        var map = StoreJson.newObject().put("kind", "ConfigMap").put("apiVersion", "v1");
        var metadata = map.putObject("metadata").put("name", node.name() + "-mig-config").put("namespace",
                manager.namespace());
        metadata.putObject("labels").put("app.kubernetes.io/component", GpuOperand.MIG).put("nvidia.com/node-name",
                node.name());
        metadata.putArray("ownerReferences").addObject().put("apiVersion", "v1").put("kind", "Pod")
                .put("name", manager.name()).put("uid", manager.uid());
        map.putObject("data").put("config.yaml", FixtureMigLayouts.fileFor(product));
        component.create(maps, map);
    }
}
