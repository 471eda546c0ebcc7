package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedPhysicalGpu;

/**
 * A node whose GPUs are allocated by ResourceClaims: device classes, the driver's ResourceSlice, and the exporter.
 */
record SimulatedDraNodeInstaller(SimulatedApiStorage objects, SimulatedClusterTelemetry signals) {

    private static final String DRIVER = "gpu.nvidia.com";
    private static final String NODE = "l4-01";
    private static final String EXPORTER = "dcgm-exporter-dra";
    private static final String EXPORTER_GATE = "nvidia.com/gpu.deploy." + EXPORTER;
    private static final String APP = "app.kubernetes.io/name";
    private static final Map<String, String> LABELS = Map.of("nvidia.com/gpu.present", "true", "nvidia.com/gpu.count",
            "2", "nvidia.com/gpu.product", "NVIDIA-L4", "nvidia.com/gpu.memory", "23034",
            "nvidia.com/gpu.deploy.dra-driver", "true", EXPORTER_GATE, "true");

    /** Installs the objects; does nothing in a fleet too small for that node. */
    void install() {
        if (objects.find(objects.catalog().get("nodes"), "", NODE) == null) {
            return;
        }
        try {
            createDeviceClass(DRIVER, "gpu");
            createDeviceClass("mig.nvidia.com", "mig");
            var node = SimulatedObjectWriteTarget.of(objects.catalog().get("nodes"), "", NODE);
            objects.edit(node,
                    object -> LABELS
                            .forEach(SimulatedStoreJsonCodec.childObject(
                                    SimulatedStoreJsonCodec.childObject(object, "metadata"), "labels")::put),
                    SimulatedWriteOptions.managedBy(DRIVER));
            objects.create(objects.catalog().get("resourceslices.resource.k8s.io"),
                    resourceSlice(signals.boardsOf(objects.get(node))), SimulatedWriteOptions.managedBy(DRIVER));
            objects.create(objects.catalog().get("daemonsets.apps"), exporterDaemonSet(),
                    SimulatedWriteOptions.managedBy("gpu-operator"));
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("the devices that are claimed are no objects", e);
        }
    }

    private void createDeviceClass(String name, String type) throws SimulatedApiException {
        var object = SimulatedStoreJsonCodec.newObject().put("kind", "DeviceClass").put("apiVersion",
                "resource.k8s.io/v1");
        object.putObject("metadata").put("name", name);
        object.putObject("spec").putArray("selectors").addObject().putObject("cel").put("expression",
                "device.driver == '%s' && device.attributes['%s'].type == '%s'".formatted(DRIVER, DRIVER, type));
        objects.create(objects.catalog().get("deviceclasses.resource.k8s.io"), object,
                SimulatedWriteOptions.managedBy("helm"));
    }

    private static ObjectNode resourceSlice(List<SimulatedPhysicalGpu> boards) {
        var slice = SimulatedStoreJsonCodec.newObject().put("kind", "ResourceSlice").put("apiVersion",
                "resource.k8s.io/v1");
        slice.putObject("metadata").put("name", NODE + "-" + DRIVER);
        var spec = slice.putObject("spec").put("driver", DRIVER).put("nodeName", NODE);
        spec.putObject("pool").put("name", NODE).put("generation", 1).put("resourceSliceCount", 1);
        var devices = spec.putArray("devices");
        for (var physicalGpu : boards) {
            var device = devices.addObject().put("name", "gpu-" + physicalGpu.index());
            var attributes = device.putObject("attributes");
            for (var text : List.of(List.of("type", "gpu"), List.of("productName", physicalGpu.model().name()),
                    List.of("brand", "Nvidia"), List.of("architecture", "Ada Lovelace"),
                    List.of("uuid", physicalGpu.uuid()))) {
                attributes.putObject(text.getFirst()).put("string", text.getLast());
            }
            attributes.putObject("cudaComputeCapability").put("version", "8.9.0");
            attributes.putObject("driverVersion").put("version", "580.105.8");
            device.putObject("capacity").putObject("memory").put("value", physicalGpu.memory() + "Mi");
        }
        return slice;
    }

    /** Returns the exporter's DaemonSet as the operator runs it on nodes of the driver. */
    private static ObjectNode exporterDaemonSet() {
        var set = SimulatedStoreJsonCodec.newObject().put("kind", "DaemonSet").put("apiVersion", "apps/v1");
        set.putObject("metadata").put("name", "nvidia-" + EXPORTER).put("namespace", "gpu-operator")
                .putObject("labels").put(APP, "dcgm-exporter");
        var spec = set.putObject("spec");
        spec.putObject("selector").putObject("matchLabels").put(APP, "dcgm-exporter");
        var template = spec.putObject("template");
        template.putObject("metadata").putObject("labels").put(APP, "dcgm-exporter");
        var pod = template.putObject("spec");
        pod.putObject("nodeSelector").put(EXPORTER_GATE, "true");
        var container = pod.putArray("containers").addObject().put("name", "nvidia-dcgm-exporter")
                .put("image", "nvcr.io/nvidia/k8s/dcgm-exporter:4.5.3-4.8.2-distroless");
        container.putArray("ports").addObject().put("name", "metrics").put("containerPort", 9400);
        container.putArray("env").addObject().put("name", "KUBERNETES_ENABLE_DRA").put("value", "true");
        return set;
    }
}
