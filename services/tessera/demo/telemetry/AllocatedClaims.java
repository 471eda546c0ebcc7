package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.TelemetrySample.ClaimedSample;

/** The devices that containers were given by ResourceClaims. A pod that has a node has its claims allocated. */
record AllocatedClaims(StoredObjects objects) {

    private static final String DRIVER = "gpu.nvidia.com";

    /** Returns the claimed GPUs of a container; none for one that names no claim. */
    List<ClaimedSample> devicesOf(JsonNode pod, JsonNode container) {
        var given = new ArrayList<ClaimedSample>();
        for (var wanted : container.path("resources").path("claims")) {
            addDevices(given, pod, StoreJson.textAt(wanted, "name"), StoreJson.textAt(wanted, "request"));
        }
        return given;
    }

    private void addDevices(List<ClaimedSample> given, JsonNode pod, String called, String request) {
        var namespace = StoreJson.textAt(pod, "metadata", "namespace");
        var name = claimName(pod, called);
        var claim = objects.find(objects.catalog().get("resourceclaims.resource.k8s.io"), namespace, name);
        if (claim == null) {
            return;
        }
        for (var result : claim.path("status").path("allocation").path("devices").path("results")) {
            if (StoreJson.textAt(result, "driver").equals(DRIVER)
                    && (request.isEmpty() || StoreJson.textAt(result, "request").equals(request))) {
                given.add(new ClaimedSample(namespace, name, DRIVER, StoreJson.textAt(result, "pool"),
                        StoreJson.textAt(result, "device")));
            }
        }
    }

    private static String claimName(JsonNode pod, String called) {
        for (var made : pod.path("status").path("resourceClaimStatuses")) {
            if (StoreJson.textAt(made, "name").equals(called)) {
                return StoreJson.textAt(made, "resourceClaimName");
            }
        }
        for (var named : pod.path("spec").path("resourceClaims")) {
            if (StoreJson.textAt(named, "name").equals(called)) {
                return StoreJson.textAt(named, "resourceClaimName");
            }
        }
        return "";
    }
}
