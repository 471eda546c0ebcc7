package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Objects;
import tessera.demo.store.objects.WriteOptions;

/** A node whose GPUs are claimed instead of asked of a device plugin: classes of devices, and what a driver publishes. */
record ClaimedDevices(Objects objects) {

    private static final String DRIVER = "gpu.nvidia.com";
    private static final String NODE = "cpu-03";
    private static final int GPUS = 2;

    void install() {
        try {
            deviceClass(DRIVER, "gpu");
            deviceClass("mig.nvidia.com", "mig");
            objects.create(objects.catalog().get("resourceslices.resource.k8s.io"), slice(), WriteOptions.by(DRIVER));
        } catch (ApiError e) {
            throw new IllegalStateException("the devices that are claimed are no objects", e);
        }
    }

    private void deviceClass(String name, String type) throws ApiError {
        var object = Json.object().put("kind", "DeviceClass").put("apiVersion", "resource.k8s.io/v1");
        object.putObject("metadata").put("name", name);
        object.putObject("spec").putArray("selectors").addObject().putObject("cel").put("expression",
                "device.driver == '%s' && device.attributes['%s'].type == '%s'".formatted(DRIVER, DRIVER, type));
        objects.create(objects.catalog().get("deviceclasses.resource.k8s.io"), object, WriteOptions.by("helm"));
    }

    private static ObjectNode slice() {
        var slice = Json.object().put("kind", "ResourceSlice").put("apiVersion", "resource.k8s.io/v1");
        slice.putObject("metadata").put("name", NODE + "-" + DRIVER);
        var spec = slice.putObject("spec").put("driver", DRIVER).put("nodeName", NODE);
        spec.putObject("pool").put("name", NODE).put("generation", 1).put("resourceSliceCount", 1);
        var devices = spec.putArray("devices");
        for (int gpu = 0; gpu < GPUS; gpu++) {
            var device = devices.addObject().put("name", "gpu-" + gpu);
            var attributes = device.putObject("attributes");
            for (var text : List.of(List.of("type", "gpu"), List.of("productName", "NVIDIA L4"),
                    List.of("brand", "Nvidia"), List.of("architecture", "Ada Lovelace"),
                    List.of("uuid", "GPU-0d3a0000-0000-4000-8000-00000000000" + gpu))) {
                attributes.putObject(text.getFirst()).put("string", text.getLast());
            }
            attributes.putObject("cudaComputeCapability").put("version", "8.9.0");
            attributes.putObject("driverVersion").put("version", "580.105.8");
            device.putObject("capacity").putObject("memory").put("value", "23034Mi");
        }
        return slice;
    }
}
