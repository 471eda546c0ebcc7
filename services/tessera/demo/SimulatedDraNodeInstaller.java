package tessera.demo;

import tessera.demo.fixture.template.SimulatedTemplateFile;
import tessera.demo.fixture.template.SimulatedTemplateValues;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.telemetry.SimulatedClusterTelemetry;

/**
 * A node whose GPUs are allocated by ResourceClaims: device classes, the driver's ResourceSlice, and the exporter.
 */
record SimulatedDraNodeInstaller(SimulatedApiStorage objects, SimulatedClusterTelemetry signals) {

    private static final String DRIVER = "gpu.nvidia.com";
    private static final String NODE = "l4-01";
    private static final SimulatedTemplateFile TEMPLATES = new SimulatedTemplateFile(SimulatedDraNodeInstaller.class,
            "dra-node.yaml");

    /** Installs the objects; does nothing in a fleet too small for that node. */
    void install() {
        if (objects.find(objects.catalog().get("nodes"), "", NODE) == null) {
            return;
        }
        var values = new SimulatedTemplateValues().put("node", NODE);
        try {
            create("DeviceClass", values.put("name", DRIVER).put("type", "gpu"), "helm");
            create("DeviceClass", values.put("name", "mig.nvidia.com").put("type", "mig"), "helm");
            var node = SimulatedObjectWriteTarget.of(objects.catalog().get("nodes"), "", NODE);
            objects.edit(node, object -> SimulatedMetadata.labelsOf(object).setAll(TEMPLATES.expand("Labels", values)),
                    SimulatedWriteOptions.managedBy(DRIVER));
            var devices = SimulatedStoreJsonCodec.NODES.arrayNode();
            for (var gpu : signals.boardsOf(objects.get(node))) {
                devices.add(TEMPLATES.expand("Device", values.put("index", gpu.index()).put("uuid", gpu.uuid())
                        .put("product", gpu.model().name()).put("memory", gpu.memory())));
            }
            create("ResourceSlice", values.put("devices", devices), DRIVER);
            create("DaemonSet", values, "gpu-operator");
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("the devices that are claimed are no objects", e);
        }
    }

    private void create(String kind, SimulatedTemplateValues values, String manager) throws SimulatedApiException {
        var object = TEMPLATES.expand(kind, values);
        objects.create(objects.catalog().typeOf(object), object, SimulatedWriteOptions.managedBy(manager));
    }
}
