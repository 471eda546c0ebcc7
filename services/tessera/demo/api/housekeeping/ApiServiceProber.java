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

/** Prober of API services that are backed by a Service: in the simulated cluster none can be reached. */
final class ApiServiceProber {

    private final StoredObjects objects;
    private final Clock clock;

    ApiServiceProber(StoredObjects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void probeAll() throws ApiError {
        var type = apiServiceType(objects);
        for (var service : objects.list(type, ObjectSelection.ofNamespace(""))) {
            if (service.path("spec").path("service").isObject()) {
                markUnavailable(new WriteTarget(type, "", StoreJson.textAt(service, "metadata", "name"), "status"),
                        service);
            }
        }
    }

    /** Returns the message of failed discovery; empty when there are no such API services. */
    static String discoveryFailureText(StoredObjects objects) {
        var failing = new ArrayList<String>();
        for (var service : objects.list(apiServiceType(objects), ObjectSelection.ofNamespace(""))) {
            if (service.path("spec").path("service").isObject()) {
                var version = StoreJson.textAt(service, "spec", "group") + "/"
                        + StoreJson.textAt(service, "spec", "version");
                failing.add(version + ": stale GroupVersion discovery: " + version);
            }
        }
        return failing.isEmpty() ? ""
                : "Discovery failed for some groups, " + failing.size()
                        + " failing: unable to retrieve the complete list of server APIs: "
                        + String.join(", ", failing);
    }

    private static ResourceType apiServiceType(StoredObjects objects) {
        return objects.catalog().get("apiservices.apiregistration.k8s.io");
    }

    private void markUnavailable(WriteTarget target, ObjectNode apiService) throws ApiError {
        var place = apiService.path("spec").path("service");
        var name = StoreJson.textAt(place, "name");
        var namespace = StoreJson.textAt(place, "namespace");
        boolean exists = objects.find(objects.catalog().get("services"), namespace, name) != null;
        var reason = exists ? "MissingEndpoints" : "ServiceNotFound";
        if (hasReason(apiService, reason)) {
            return;
        }
        var message = exists
                ? "endpointslices for service/%s in \"%s\" have no addresses with port name \"\"".formatted(name,
                        namespace)
                : "service/%s in \"%s\" is not present".formatted(name, namespace);
        objects.edit(target, edited -> {
            var available = StoreJson.childObject(edited, "status").putArray("conditions").addObject();
            available.put("type", "Available").put("status", "False")
                    .put("lastTransitionTime", transitionTime(apiService)).put("reason", reason)
                    .put("message", message);
        }, WriteOptions.managedBy("kube-apiserver"));
    }

    /** Returns the time of the transition, which another reason for the same status does not change. */
    private String transitionTime(JsonNode apiService) {
        var known = StoreJson.textAt(apiService.path("status").path("conditions").path(0), "lastTransitionTime");
        return known.isEmpty() ? ObjectTimes.secondsText(clock.instant()) : known;
    }

    private static boolean hasReason(JsonNode apiService, String reason) {
        return StoreJson.textAt(apiService.path("status").path("conditions").path(0), "reason").equals(reason);
    }
}
