package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.MachineCatalog;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Node feature discovery: where its worker begins to run, the node's labels tell what is in the machine. */
final class NodeFeatures {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final String FEATURE = "feature.node.kubernetes.io/";
    private static final Map<String, String> VENDORS = Map.of("nvidia", "10de", "amd", "1002", "habana", "1da3");

    private final GpuStackContext ground;
    private final ControlComponent component;
    private final Map<String, MachineCatalog.Model> models;

    NodeFeatures(GpuStackContext ground) {
        this.ground = ground;
        component = new ControlComponent(ground.loop(), ground.kinds(), "nfd-master", "nfd-master");
        models = MachineCatalog.load().models().stream()
                .collect(Collectors.toMap(MachineCatalog.Model::instance, Function.identity()));
        ground.pods().listen(this::changed);
    }

    private void changed(@Nullable PodCard before, @Nullable PodCard after) {
        if (before != null && after != null && !before.ready() && after.ready()
                && "node-feature-discovery".equals(after.labels().get("app.kubernetes.io/name"))
                && "worker".equals(after.labels().get("role"))) {
            ground.loop().after(LOOKING, () -> write(after.node()));
        }
    }

    private void write(String name) throws ApiError {
        var node = component.find(ground.kinds().nodes(), "", name);
        if (node == null) {
            return;
        }
        var labels = labels(node);
        var present = node.path("metadata").path("labels");
        if (labels.properties().stream().anyMatch(each -> !each.getValue().equals(present.path(each.getKey())))) {
            component.edit(ground.kinds().nodes(), node,
                    draft -> StoreJson.child(StoreJson.child(draft, "metadata"), "labels").setAll(labels));
        }
    }

    /** The labels that a node gets for what is in its machine; none for a machine of which nothing is known. */
    ObjectNode labels(JsonNode node) {
        var model = models.get(StoreJson.text(node, "metadata", "labels", "node.kubernetes.io/instance-type"));
        return model == null ? StoreJson.object() : labels(node, model);
    }

    private static ObjectNode labels(JsonNode node, MachineCatalog.Model model) {
        var labels = StoreJson.object().put(FEATURE + "cpu-cpuid.AVX512F", "true")
                .put(FEATURE + "kernel-version.full", StoreJson.text(node, "status", "nodeInfo", "kernelVersion"))
                .put(FEATURE + "system-os_release.ID", "ubuntu")
                .put(FEATURE + "system-os_release.VERSION_ID", "24.04");
        var vendor = VENDORS.get(model.vendor());
        if (vendor != null) {
            labels.put(FEATURE + "pci-" + vendor + ".present", "true");
        }
        if (model.rdma()) {
            labels.put(FEATURE + "pci-15b3.present", "true");
        }
        return labels;
    }
}
