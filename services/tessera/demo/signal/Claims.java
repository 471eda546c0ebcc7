package tessera.demo.signal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.signal.Reading.Claimed;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Objects;

/** What containers were given by ResourceClaims. A pod that has a node has its claims allocated. */
record Claims(Objects objects) {

    private static final String DRIVER = "gpu.nvidia.com";

    /** The GPUs of a container; none for one that names no claim. */
    List<Claimed> of(JsonNode pod, JsonNode container) {
        var given = new ArrayList<Claimed>();
        for (var wanted : container.path("resources").path("claims")) {
            add(given, pod, Json.text(wanted, "name"), Json.text(wanted, "request"));
        }
        return given;
    }

    private void add(List<Claimed> given, JsonNode pod, String called, String request) {
        var namespace = Json.text(pod, "metadata", "namespace");
        var name = name(pod, called);
        var claim = objects.find(objects.catalog().get("resourceclaims.resource.k8s.io"), namespace, name);
        if (claim == null) {
            return;
        }
        for (var result : claim.path("status").path("allocation").path("devices").path("results")) {
            if (Json.text(result, "driver").equals(DRIVER)
                    && (request.isEmpty() || Json.text(result, "request").equals(request))) {
                given.add(new Claimed(namespace, name, DRIVER, Json.text(result, "pool"),
                        Json.text(result, "device")));
            }
        }
    }

    private static String name(JsonNode pod, String called) {
        for (var made : pod.path("status").path("resourceClaimStatuses")) {
            if (Json.text(made, "name").equals(called)) {
                return Json.text(made, "resourceClaimName");
            }
        }
        for (var named : pod.path("spec").path("resourceClaims")) {
            if (Json.text(named, "name").equals(called)) {
                return Json.text(named, "resourceClaimName");
            }
        }
        return "";
    }
}
