package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of ResourceClaims and their device requests. */
final class DeviceDefaults {

    private static final String EXACT_COUNT = "ExactCount";

    private DeviceDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTrees.childObject(object, "spec");
        defaultClaim(kind.equals("ResourceClaim") ? spec : JsonTrees.childObject(spec, "spec"));
    }

    private static void defaultClaim(ObjectNode spec) {
        JsonTrees.forEachObject(spec.path("devices").path("requests"), request -> {
            JsonTrees.changeChild(request, "exactly", DeviceDefaults::defaultRequest);
            JsonTrees.forEachObject(request.path("firstAvailable"), DeviceDefaults::defaultRequest);
        });
    }

    private static void defaultRequest(ObjectNode request) {
        JsonTrees.putIfMissing(request, "allocationMode", EXACT_COUNT);
        if (request.path("allocationMode").asText().equals(EXACT_COUNT)) {
            JsonTrees.putIfMissing(request, "count", 1);
        }
        JsonTrees.forEachObject(request.path("tolerations"),
                toleration -> JsonTrees.putIfMissing(toleration, "operator", "Equal"));
    }
}
