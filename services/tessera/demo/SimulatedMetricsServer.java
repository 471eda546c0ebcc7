package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.ResourceType.Traits;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;

/** The metrics API of nodes and pods, as an installed metrics server adds it to a cluster. */
record SimulatedMetricsServer(StoredObjects objects, Clock clock) {

    private static final String GROUP = "metrics.k8s.io";
    private static final String VERSION = "v1beta1";

    void install() {
        var catalog = objects.catalog();
        catalog.replaceVersions(GROUP, "nodes", List.of(resourceType("nodes", "NodeMetrics", false)));
        catalog.replaceVersions(GROUP, "pods", List.of(resourceType("pods", "PodMetrics", true)));
        try {
            registerApiService();
        } catch (ApiError e) {
            throw new IllegalStateException("the API service is not an object", e);
        }
    }

    private static ResourceType resourceType(String plural, String kind, boolean namespaced) {
        return new ResourceType(GROUP, VERSION, plural, "", kind, namespaced, GROUP + "/" + plural, List.of(),
                List.of(),
                List.of("get", "list"), Map.of(),
                new Traits(true, false, false, null, List.of(), GROUP + "/" + VERSION));
    }

    private void registerApiService() throws ApiError {
        var type = objects.catalog().get("apiservices.apiregistration.k8s.io");
        var name = VERSION + "." + GROUP;
        var service = StoreJson.newObject().put("kind", "APIService").put("apiVersion", type.apiVersion());
        service.putObject("metadata").put("name", name);
        service.putObject("spec").put("group", GROUP).put("version", VERSION).put("groupPriorityMinimum", 100)
                .put("versionPriority", 100);
        objects.create(type, service, WriteOptions.managedBy("helm"));
        var target = WriteTarget.of(type, "", name);
        objects.overwrite(target, withAvailable(objects.get(target)));
    }

    private ObjectNode withAvailable(ObjectNode service) {
        StoreJson.childObject(service, "status").putArray("conditions").addObject().put("type", "Available")
                .put("status", "True")
                .put("lastTransitionTime", ObjectTimes.secondsText(clock.instant())).put("reason", "Passed")
                .put("message", "all checks passed");
        return service;
    }
}
