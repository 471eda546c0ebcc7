package tessera.demo.control.gpu;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.write.FixtureMigLayouts;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.mig.MigProduct;

/** Where no ConfigMap is named, the MIG manager of a node tells in one of the node's own which layouts it has worked out. */
final class MigMaps {

    private static final Duration WORKING_OUT = Duration.ofSeconds(4);

    private final GpuStackContext ground;
    private final SimulatedGpuNodes nodes;
    private final ClusterPolicies policies;
    private final MigTargets targets;
    private final ControlComponent component;

    MigMaps(GpuStackContext ground, SimulatedGpuNodes nodes, ClusterPolicies policies, MigTargets targets) {
        this.ground = ground;
        this.nodes = nodes;
        this.policies = policies;
        this.targets = targets;
        component = new ControlComponent(ground.loop(), ground.kinds(), "nvidia-mig-manager", "nvidia-mig-manager");
        ground.pods().listen(this::changed);
    }

    private void changed(@Nullable PodCard before, @Nullable PodCard after) {
        if (before != null && after != null && OperandPods.is(after, GpuOperand.MIG) && OperandPods.runs(after)
                && !OperandPods.runs(before)) {
            ground.loop().after(WORKING_OUT, () -> tell(after));
        }
    }

    private void tell(PodCard manager) throws ApiError {
        var node = nodes.find(manager.node());
        var product = node.flatMap(targets::product);
        if (node.isPresent() && product.isPresent() && policies.policy().migConfig().isEmpty()
                && ground.pods().byUid(manager.uid()) != null) {
            write(manager, node.get(), product.get());
        }
    }

    private void write(PodCard manager, GpuMachine node, MigProduct product) throws ApiError {
        var maps = ground.loop().objects().catalog().get("configmaps");
        var old = component.find(maps, manager.namespace(), node.name() + "-mig-config");
        if (old != null) {
            component.delete(maps, old, ControlComponent.propagating("Background"));
        }
        var map = StoreJson.object().put("kind", "ConfigMap").put("apiVersion", "v1");
        var metadata = map.putObject("metadata").put("name", node.name() + "-mig-config").put("namespace",
                manager.namespace());
        metadata.putObject("labels").put("app.kubernetes.io/component", GpuOperand.MIG).put("nvidia.com/node-name",
                node.name());
        metadata.putArray("ownerReferences").addObject().put("apiVersion", "v1").put("kind", "Pod")
                .put("name", manager.name()).put("uid", manager.uid());
        map.putObject("data").put("config.yaml", FixtureMigLayouts.of(product));
        component.create(maps, map);
    }
}
