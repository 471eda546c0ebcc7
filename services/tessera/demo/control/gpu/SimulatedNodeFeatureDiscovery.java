package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Simulated Node Feature Discovery: a running worker labels its node with the machine's features. */
final class SimulatedNodeFeatureDiscovery {

    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final String FEATURE = "feature.node.kubernetes.io/";
    private static final Map<String, String> VENDORS = Map.of("nvidia", "10de", "amd", "1002", "habana", "1da3");

    private final SimulatedGpuStackContext context;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, SimulatedMachineCatalog.SimulatedMachineModel> models;

    SimulatedNodeFeatureDiscovery(SimulatedGpuStackContext context) {
        this.context = context;
        component = new SimulatedControlPlaneComponent(context.loop(), context.types(), "nfd-master", "nfd-master");
        models = SimulatedMachineCatalog.load().models().stream()
                .collect(
                        Collectors.toMap(SimulatedMachineCatalog.SimulatedMachineModel::instance, Function.identity()));
        context.pods().addListener(this::podChanged);
    }

    private void podChanged(@Nullable SimulatedControllerCachedPod before,
            @Nullable SimulatedControllerCachedPod after) {
        if (before != null && after != null && !before.ready() && after.ready()
                && "node-feature-discovery".equals(after.labels().get("app.kubernetes.io/name"))
                && "worker".equals(after.labels().get("role"))) {
            context.loop().runAfter(LOOKING, () -> writeLabels(after.nodeName()));
        }
    }

    private void writeLabels(String name) throws SimulatedApiException {
        var node = component.find(context.types().nodes(), "", name);
        if (node == null) {
            return;
        }
        var labels = featureLabels(node);
        var present = node.path("metadata").path("labels");
        if (labels.properties().stream().anyMatch(each -> !each.getValue().equals(present.path(each.getKey())))) {
            component.edit(context.types().nodes(), node,
                    draft -> SimulatedStoreJsonCodec
                            .childObject(SimulatedStoreJsonCodec.childObject(draft, "metadata"), "labels")
                            .setAll(labels));
        }
    }

    /** Returns the feature labels of a node; none for an unknown machine. */
    ObjectNode featureLabels(JsonNode node) {
        var machineModel = models
                .get(SimulatedStoreJsonCodec.textAt(node, "metadata", "labels", "node.kubernetes.io/instance-type"));
        if (machineModel == null) {
            return SimulatedStoreJsonCodec.newObject();
        }
        return featureLabels(node, machineModel);
    }

    private static ObjectNode featureLabels(JsonNode node, SimulatedMachineCatalog.SimulatedMachineModel machineModel) {
        var labels = SimulatedStoreJsonCodec.newObject().put(FEATURE + "cpu-cpuid.AVX512F", "true")
                .put(FEATURE + "kernel-version.full",
                        SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "kernelVersion"))
                .put(FEATURE + "system-os_release.ID", "ubuntu")
                .put(FEATURE + "system-os_release.VERSION_ID", "24.04");
        var vendor = VENDORS.get(machineModel.vendor());
        if (vendor != null) {
            labels.put(FEATURE + "pci-" + vendor + ".present", "true");
        }
        if (machineModel.rdma()) {
            labels.put(FEATURE + "pci-15b3.present", "true");
        }
        return labels;
    }
}
