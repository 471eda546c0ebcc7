package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.Trees;

/** Defaults of claims on devices. */
final class DeviceDefaults {

    private static final String EXACT_COUNT = "ExactCount";

    private DeviceDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = Trees.under(object, "spec");
        claim(kind.equals("ResourceClaim") ? spec : Trees.under(spec, "spec"));
    }

    private static void claim(ObjectNode spec) {
        Trees.each(spec.path("devices").path("requests"), request -> {
            Trees.with(request, "exactly", DeviceDefaults::request);
            Trees.each(request.path("firstAvailable"), DeviceDefaults::request);
        });
    }

    private static void request(ObjectNode request) {
        Trees.missing(request, "allocationMode", EXACT_COUNT);
        if (request.path("allocationMode").asText().equals(EXACT_COUNT)) {
            Trees.missing(request, "count", 1);
        }
        Trees.each(request.path("tolerations"), toleration -> Trees.missing(toleration, "operator", "Equal"));
    }
}
