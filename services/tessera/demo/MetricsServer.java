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

/** The API that tells what nodes and pods use, as somebody who installs a metrics server adds it to a cluster. */
record MetricsServer(StoredObjects objects, Clock clock) {

    private static final String GROUP = "metrics.k8s.io";
    private static final String VERSION = "v1beta1";

    void install() {
        var catalog = objects.catalog();
        catalog.replace(GROUP, "nodes", List.of(type("nodes", "NodeMetrics", false)));
        catalog.replace(GROUP, "pods", List.of(type("pods", "PodMetrics", true)));
        try {
            register();
        } catch (ApiError e) {
            throw new IllegalStateException("the API service is not an object", e);
        }
    }

    private static ResourceType type(String plural, String kind, boolean namespaced) {
        return new ResourceType(GROUP, VERSION, plural, "", kind, namespaced, GROUP + "/" + plural, List.of(),
                List.of(),
                List.of("get", "list"), Map.of(),
                new Traits(true, false, false, null, List.of(), GROUP + "/" + VERSION));
    }

    private void register() throws ApiError {
        var type = objects.catalog().get("apiservices.apiregistration.k8s.io");
        var name = VERSION + "." + GROUP;
        var service = StoreJson.object().put("kind", "APIService").put("apiVersion", type.apiVersion());
        service.putObject("metadata").put("name", name);
        service.putObject("spec").put("group", GROUP).put("version", VERSION).put("groupPriorityMinimum", 100)
                .put("versionPriority", 100);
        objects.create(type, service, WriteOptions.by("helm"));
        var target = WriteTarget.of(type, "", name);
        objects.overwrite(target, available(objects.get(target)));
    }

    private ObjectNode available(ObjectNode service) {
        StoreJson.child(service, "status").putArray("conditions").addObject().put("type", "Available")
                .put("status", "True")
                .put("lastTransitionTime", ObjectTimes.seconds(clock.instant())).put("reason", "Passed")
                .put("message", "all checks passed");
        return service;
    }
}
