package tessera.demo.control.activity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Factory of new workloads modelled on those that the cluster began with. */
final class SimulatedWorkloadFactory {

    private static final List<String> OF_ITS_OWN = List.of("controller-uid", "batch.kubernetes.io/controller-uid",
            "job-name", "batch.kubernetes.io/job-name");
    private static final int KEPT = 120;

    private final SimulatedControlPlaneComponent component;
    private final Map<String, ObjectNode> templates = new HashMap<>();

    SimulatedWorkloadFactory(SimulatedControlPlaneComponent component) {
        this.component = component;
    }

    /** Returns a new Job or StatefulSet; null if there is no workload to model it on. */
    @Nullable
    ObjectNode newWorkload(SimulatedRecurringUserAction action, String name, int pods) {
        var template = findTemplate(action);
        if (template == null) {
            return null;
        }
        var copy = template.deepCopy();
        var labels = SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(copy, "metadata"),
                "labels");
        labels.put("app", name);
        adaptSpec(SimulatedStoreJsonCodec.childObject(copy, "spec"), action);
        var type = component.objects().catalog().get(action.kind());
        var object = SimulatedStoreJsonCodec.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        object.putObject("metadata").put("name", name).put("namespace", action.namespace()).putObject("labels")
                .put("app", name);
        var spec = object.putObject("spec");
        if (type.kind().equals("Job")) {
            spec.put("completions", pods).put("parallelism", Math.min(pods, action.together())).put("backoffLimit", 2)
                    .put("ttlSecondsAfterFinished", KEPT);
        } else {
            spec.put("replicas", pods).put("serviceName", name).putObject("selector").putObject("matchLabels")
                    .put("app", name);
        }
        spec.set("template", copy);
        return object;
    }

    /** Returns the template, found once because users may delete the workload it is taken from. */
    private @Nullable ObjectNode findTemplate(SimulatedRecurringUserAction action) {
        var key = action.kind() + "/" + action.namespace() + "/" + action.like();
        var known = templates.get(key);
        if (known != null) {
            return known;
        }
        var example = component.find(component.objects().catalog().get(action.kind()), action.namespace(),
                action.like());
        if (example == null || !(example.path("spec").path("template") instanceof ObjectNode template)) {
            return null;
        }
        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(template, "metadata"), "labels")
                .remove(OF_ITS_OWN);
        templates.put(key, template);
        return template;
    }

    private static void adaptSpec(ObjectNode spec, SimulatedRecurringUserAction action) {
        if (!action.select().isEmpty()) {
            var select = spec.putObject("nodeSelector");
            action.select().forEach(select::put);
        }
        for (var container : spec.path("containers")) {
            for (var part : List.of("limits", "requests")) {
                if (container.path("resources").path(part) instanceof ObjectNode amounts) {
                    amounts.remove(deviceResources(amounts));
                    action.wants().forEach((device, count) -> amounts.put(device, Integer.toString(count)));
                }
            }
        }
    }

    private static List<String> deviceResources(JsonNode amounts) {
        return amounts.properties().stream().map(Map.Entry::getKey).filter(name -> name.contains("/")).toList();
    }
}
