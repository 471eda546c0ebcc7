package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;

/** Finds out that API services with a service of their own cannot be reached: in the simulated cluster none can. */
final class ApiServiceProber {

    private final StoredObjects objects;
    private final Clock clock;

    ApiServiceProber(StoredObjects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void reach() throws ApiError {
        var type = type(objects);
        for (var service : objects.list(type, ObjectSelection.all(""))) {
            if (service.path("spec").path("service").isObject()) {
                tell(new WriteTarget(type, "", StoreJson.text(service, "metadata", "name"), "status"), service);
            }
        }
    }

    /** What discovery says about them, if there are any. */
    static String unavailable(StoredObjects objects) {
        var failing = new ArrayList<String>();
        for (var service : objects.list(type(objects), ObjectSelection.all(""))) {
            if (service.path("spec").path("service").isObject()) {
                var version = StoreJson.text(service, "spec", "group") + "/"
                        + StoreJson.text(service, "spec", "version");
                failing.add(version + ": stale GroupVersion discovery: " + version);
            }
        }
        return failing.isEmpty() ? ""
                : "Discovery failed for some groups, " + failing.size()
                        + " failing: unable to retrieve the complete list of server APIs: "
                        + String.join(", ", failing);
    }

    private static ResourceType type(StoredObjects objects) {
        return objects.catalog().get("apiservices.apiregistration.k8s.io");
    }

    private void tell(WriteTarget target, ObjectNode apiService) throws ApiError {
        var place = apiService.path("spec").path("service");
        var name = StoreJson.text(place, "name");
        var namespace = StoreJson.text(place, "namespace");
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
            var available = StoreJson.child(edited, "status").putArray("conditions").addObject();
            available.put("type", "Available").put("status", "False")
                    .put("lastTransitionTime", since(apiService)).put("reason", reason).put("message", message);
        }, WriteOptions.by("kube-apiserver"));
    }

    /** That it cannot be reached for another reason than before makes it no younger. */
    private String since(JsonNode apiService) {
        var known = StoreJson.text(apiService.path("status").path("conditions").path(0), "lastTransitionTime");
        return known.isEmpty() ? ObjectTimes.seconds(clock.instant()) : known;
    }

    private static boolean told(JsonNode apiService, String reason) {
        return StoreJson.text(apiService.path("status").path("conditions").path(0), "reason").equals(reason);
    }
}
