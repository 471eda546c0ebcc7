package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Prober of API services that are backed by a Service: in the simulated cluster none can be reached. */
final class SimulatedApiServiceProber {

    private final SimulatedApiStorage objects;
    private final Clock clock;

    SimulatedApiServiceProber(SimulatedApiStorage objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void probeAll() throws SimulatedApiException {
        var type = apiServiceType(objects);
        for (var service : objects.list(type, SimulatedListObjectFilter.ofNamespace(""))) {
            if (service.path("spec").path("service").isObject()) {
                markUnavailable(
                        new SimulatedObjectWriteTarget(type, "",
                                SimulatedStoreJsonCodec.textAt(service, "metadata", "name"),
                                "status"),
                        service);
            }
        }
    }

    /** Returns the message of failed discovery; empty when there are no such API services. */
    static String discoveryFailureText(SimulatedApiStorage objects) {
        var failing = new ArrayList<String>();
        for (var service : objects.list(apiServiceType(objects), SimulatedListObjectFilter.ofNamespace(""))) {
            if (service.path("spec").path("service").isObject()) {
                var version = SimulatedStoreJsonCodec.textAt(service, "spec", "group") + "/"
                        + SimulatedStoreJsonCodec.textAt(service, "spec", "version");
                failing.add(version + ": stale GroupVersion discovery: " + version);
            }
        }
        if (failing.isEmpty()) {
            return "";
        }
        return "Discovery failed for some groups, " + failing.size()
                + " failing: unable to retrieve the complete list of server APIs: "
                + String.join(", ", failing);
    }

    private static SimulatedResourceType apiServiceType(SimulatedApiStorage objects) {
        return objects.catalog().get("apiservices.apiregistration.k8s.io");
    }

    private void markUnavailable(SimulatedObjectWriteTarget target, ObjectNode apiService)
            throws SimulatedApiException {
        var place = apiService.path("spec").path("service");
        var name = SimulatedStoreJsonCodec.textAt(place, "name");
        var namespace = SimulatedStoreJsonCodec.textAt(place, "namespace");
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
            var available = SimulatedStoreJsonCodec.childObject(edited, "status").putArray("conditions").addObject();
            available.put("type", "Available").put("status", "False")
                    .put("lastTransitionTime", transitionTime(apiService)).put("reason", reason)
                    .put("message", message);
        }, SimulatedWriteOptions.managedBy("kube-apiserver"));
    }

    /** Returns the time of the transition, which another reason for the same status does not change. */
    private String transitionTime(JsonNode apiService) {
        var known = SimulatedStoreJsonCodec.textAt(apiService.path("status").path("conditions").path(0),
                "lastTransitionTime");
        return known.isEmpty() ? SimulatedTimestampFormat.secondsText(clock.instant()) : known;
    }

    private static boolean hasReason(JsonNode apiService, String reason) {
        return SimulatedStoreJsonCodec.textAt(apiService.path("status").path("conditions").path(0), "reason")
                .equals(reason);
    }
}
