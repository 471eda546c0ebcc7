package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of ResourceClaims and their device requests. */
final class SimulatedResourceClaimDefaults {

    private static final String EXACT_COUNT = "ExactCount";

    private SimulatedResourceClaimDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTreeOperations.childObject(object, "spec");
        defaultClaim(kind.equals("ResourceClaim") ? spec : JsonTreeOperations.childObject(spec, "spec"));
    }

    private static void defaultClaim(ObjectNode spec) {
        JsonTreeOperations.forEachObject(spec.path("devices").path("requests"), request -> {
            JsonTreeOperations.changeChild(request, "exactly", SimulatedResourceClaimDefaults::defaultRequest);
            JsonTreeOperations.forEachObject(request.path("firstAvailable"),
                    SimulatedResourceClaimDefaults::defaultRequest);
        });
    }

    private static void defaultRequest(ObjectNode request) {
        JsonTreeOperations.putIfMissing(request, "allocationMode", EXACT_COUNT);
        if (request.path("allocationMode").asText().equals(EXACT_COUNT)) {
            JsonTreeOperations.putIfMissing(request, "count", 1);
        }
        JsonTreeOperations.forEachObject(request.path("tolerations"),
                toleration -> JsonTreeOperations.putIfMissing(toleration, "operator", "Equal"));
    }
}
