package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.ServedResourceTraits;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedTimestampFormat;
import tessera.demo.store.objects.SimulatedWriteOptions;

/** The metrics API of nodes and pods, as an installed metrics server adds it to a cluster. */
record SimulatedMetricsServer(SimulatedApiStorage objects, Clock clock) {

    private static final String GROUP = "metrics.k8s.io";
    private static final String VERSION = "v1beta1";

    void install() {
        var catalog = objects.catalog();
        catalog.replaceVersions(GROUP, "nodes", List.of(resourceType("nodes", "NodeMetrics", false)));
        catalog.replaceVersions(GROUP, "pods", List.of(resourceType("pods", "PodMetrics", true)));
        try {
            registerApiService();
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("the API service is not an object", e);
        }
    }

    private static SimulatedResourceType resourceType(String plural, String kind, boolean namespaced) {
        return new SimulatedResourceType(GROUP, VERSION, plural, "", kind, namespaced, GROUP + "/" + plural, List.of(),
                List.of(),
                List.of("get", "list"), Map.of(),
                new ServedResourceTraits(true, false, false, null, List.of(), GROUP + "/" + VERSION));
    }

    private void registerApiService() throws SimulatedApiException {
        var type = objects.catalog().get("apiservices.apiregistration.k8s.io");
        var name = VERSION + "." + GROUP;
        var service = SimulatedStoreJsonCodec.newObject().put("kind", "APIService").put("apiVersion",
                type.apiVersion());
        service.putObject("metadata").put("name", name);
        service.putObject("spec").put("group", GROUP).put("version", VERSION).put("groupPriorityMinimum", 100)
                .put("versionPriority", 100);
        objects.create(type, service, SimulatedWriteOptions.managedBy("helm"));
        var target = SimulatedObjectWriteTarget.of(type, "", name);
        objects.overwrite(target, withAvailable(objects.get(target)));
    }

    private ObjectNode withAvailable(ObjectNode service) {
        SimulatedStoreJsonCodec.childObject(service, "status").putArray("conditions").addObject()
                .put("type", "Available")
                .put("status", "True")
                .put("lastTransitionTime", SimulatedTimestampFormat.secondsText(clock.instant()))
                .put("reason", "Passed")
                .put("message", "all checks passed");
        return service;
    }
}
