package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.Objects;
import tessera.demo.store.objects.Target;
import tessera.demo.store.objects.Times;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.select.Selection;

/** Finds out that API services with a service of their own cannot be reached: in the simulated cluster none can. */
final class Reaching {

    private final Objects objects;
    private final Clock clock;

    Reaching(Objects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void reach() throws ApiError {
        var type = type(objects);
        for (var service : objects.list(type, Selection.all(""))) {
            if (service.path("spec").path("service").isObject()) {
                tell(new Target(type, "", Json.text(service, "metadata", "name"), "status"), service);
            }
        }
    }

    /** What discovery says about them, if there are any. */
    static String unavailable(Objects objects) {
        var failing = new ArrayList<String>();
        for (var service : objects.list(type(objects), Selection.all(""))) {
            if (service.path("spec").path("service").isObject()) {
                var version = Json.text(service, "spec", "group") + "/" + Json.text(service, "spec", "version");
                failing.add(version + ": stale GroupVersion discovery: " + version);
            }
        }
        return failing.isEmpty() ? ""
                : "Discovery failed for some groups, " + failing.size()
                        + " failing: unable to retrieve the complete list of server APIs: "
                        + String.join(", ", failing);
    }

    private static ResourceType type(Objects objects) {
        return objects.catalog().get("apiservices.apiregistration.k8s.io");
    }

    private void tell(Target target, ObjectNode apiService) throws ApiError {
        var place = apiService.path("spec").path("service");
        var name = Json.text(place, "name");
        var namespace = Json.text(place, "namespace");
        boolean exists = objects.find(objects.catalog().get("services"), namespace, name) != null;
        var reason = exists ? "MissingEndpoints" : "ServiceNotFound";
        if (told(apiService, reason)) {
            return;
        }
        var message = exists
                ? "endpointslices for service/%s in \"%s\" have no addresses with port name \"\"".formatted(name,
                        namespace)
                : "service/%s in \"%s\" is not present".formatted(name, namespace);
        objects.edit(target, edited -> {
            var available = Json.child(edited, "status").putArray("conditions").addObject();
            available.put("type", "Available").put("status", "False")
                    .put("lastTransitionTime", since(apiService)).put("reason", reason).put("message", message);
        }, WriteOptions.by("kube-apiserver"));
    }

    /** That it cannot be reached for another reason than before makes it no younger. */
    private String since(JsonNode apiService) {
        var known = Json.text(apiService.path("status").path("conditions").path(0), "lastTransitionTime");
        return known.isEmpty() ? Times.seconds(clock.instant()) : known;
    }

    private static boolean told(JsonNode apiService, String reason) {
        return Json.text(apiService.path("status").path("conditions").path(0), "reason").equals(reason);
    }
}
