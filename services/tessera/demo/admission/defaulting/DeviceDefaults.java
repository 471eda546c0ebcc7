package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of claims on devices. */
final class DeviceDefaults {

    private static final String EXACT_COUNT = "ExactCount";

    private DeviceDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTrees.under(object, "spec");
        claim(kind.equals("ResourceClaim") ? spec : JsonTrees.under(spec, "spec"));
    }

    private static void claim(ObjectNode spec) {
        JsonTrees.each(spec.path("devices").path("requests"), request -> {
            JsonTrees.with(request, "exactly", DeviceDefaults::request);
            JsonTrees.each(request.path("firstAvailable"), DeviceDefaults::request);
        });
    }

    private static void request(ObjectNode request) {
        JsonTrees.missing(request, "allocationMode", EXACT_COUNT);
        if (request.path("allocationMode").asText().equals(EXACT_COUNT)) {
            JsonTrees.missing(request, "count", 1);
        }
        JsonTrees.each(request.path("tolerations"), toleration -> JsonTrees.missing(toleration, "operator", "Equal"));
    }
}
