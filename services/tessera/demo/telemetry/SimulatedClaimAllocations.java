package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedDeviceSample.ClaimedDraDevice;

/** The devices that containers were given by ResourceClaims. A pod that has a node has its claims allocated. */
record SimulatedClaimAllocations(SimulatedApiStorage objects) {

    private static final String DRIVER = "gpu.nvidia.com";

    /** Returns the claimed GPUs of a container; none for one that names no claim. */
    List<ClaimedDraDevice> devicesOf(JsonNode pod, JsonNode container) {
        var given = new ArrayList<ClaimedDraDevice>();
        for (var wanted : container.path("resources").path("claims")) {
            addDevices(given, pod, SimulatedStoreJsonCodec.textAt(wanted, "name"),
                    SimulatedStoreJsonCodec.textAt(wanted, "request"));
        }
        return given;
    }

    private void addDevices(List<ClaimedDraDevice> given, JsonNode pod, String called, String request) {
        var namespace = SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace");
        var name = claimName(pod, called);
        var claim = objects.find(objects.catalog().get("resourceclaims.resource.k8s.io"), namespace, name);
        if (claim == null) {
            return;
        }
        for (var result : claim.path("status").path("allocation").path("devices").path("results")) {
            if (SimulatedStoreJsonCodec.textAt(result, "driver").equals(DRIVER)
                    && (request.isEmpty() || SimulatedStoreJsonCodec.textAt(result, "request").equals(request))) {
                given.add(new ClaimedDraDevice(namespace, name, DRIVER, SimulatedStoreJsonCodec.textAt(result, "pool"),
                        SimulatedStoreJsonCodec.textAt(result, "device")));
            }
        }
    }

    private static String claimName(JsonNode pod, String called) {
        for (var made : pod.path("status").path("resourceClaimStatuses")) {
            if (SimulatedStoreJsonCodec.textAt(made, "name").equals(called)) {
                return SimulatedStoreJsonCodec.textAt(made, "resourceClaimName");
            }
        }
        for (var named : pod.path("spec").path("resourceClaims")) {
            if (SimulatedStoreJsonCodec.textAt(named, "name").equals(called)) {
                return SimulatedStoreJsonCodec.textAt(named, "resourceClaimName");
            }
        }
        return "";
    }
}
