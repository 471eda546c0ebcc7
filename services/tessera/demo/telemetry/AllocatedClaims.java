package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.TelemetrySample.ClaimedSample;

/** What containers were given by ResourceClaims. A pod that has a node has its claims allocated. */
record AllocatedClaims(StoredObjects objects) {

    private static final String DRIVER = "gpu.nvidia.com";

    /** The GPUs of a container; none for one that names no claim. */
    List<ClaimedSample> of(JsonNode pod, JsonNode container) {
        var given = new ArrayList<ClaimedSample>();
        for (var wanted : container.path("resources").path("claims")) {
            add(given, pod, StoreJson.text(wanted, "name"), StoreJson.text(wanted, "request"));
        }
        return given;
    }

    private void add(List<ClaimedSample> given, JsonNode pod, String called, String request) {
        var namespace = StoreJson.text(pod, "metadata", "namespace");
        var name = name(pod, called);
        var claim = objects.find(objects.catalog().get("resourceclaims.resource.k8s.io"), namespace, name);
        if (claim == null) {
            return;
        }
        for (var result : claim.path("status").path("allocation").path("devices").path("results")) {
            if (StoreJson.text(result, "driver").equals(DRIVER)
                    && (request.isEmpty() || StoreJson.text(result, "request").equals(request))) {
                given.add(new ClaimedSample(namespace, name, DRIVER, StoreJson.text(result, "pool"),
                        StoreJson.text(result, "device")));
            }
        }
    }

    private static String name(JsonNode pod, String called) {
        for (var made : pod.path("status").path("resourceClaimStatuses")) {
            if (StoreJson.text(made, "name").equals(called)) {
                return StoreJson.text(made, "resourceClaimName");
            }
        }
        for (var named : pod.path("spec").path("resourceClaims")) {
            if (StoreJson.text(named, "name").equals(called)) {
                return StoreJson.text(named, "resourceClaimName");
            }
        }
        return "";
    }
}
