package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.admission.JsonTreeOperations;

/** The default requests and limits that the LimitRanges of a namespace give to a pod. */
public final class SimulatedLimitRangeDefaulter {

    static final String ANNOTATION = "kubernetes.io/limit-ranger";

    private SimulatedLimitRangeDefaulter() {}

    /** Returns the pod with the ranges' defaults in its containers, and with an annotation that lists them. */
    public static ObjectNode applyDefaults(ObjectNode pod, List<ObjectNode> ranges) {
        var result = pod.deepCopy();
        for (var range : ranges) {
            var notes = new ArrayList<String>();
            var limits = new TreeMap<String, String>();
            var requests = new TreeMap<String, String>();
            for (var item : range.path("spec").path("limits")) {
                if (item.path("type").asText().equals("Container")) {
                    item.path("default").properties()
                            .forEach(entry -> limits.put(entry.getKey(), entry.getValue().asText()));
                    item.path("defaultRequest").properties()
                            .forEach(entry -> requests.put(entry.getKey(), entry.getValue().asText()));
                }
            }
            fillContainers(result.path("spec").path("containers"), "container", requests, limits, notes);
            fillContainers(result.path("spec").path("initContainers"), "init container", requests, limits, notes);
            if (!notes.isEmpty()) {
                JsonTreeOperations.childObject(JsonTreeOperations.childObject(result, "metadata"), "annotations").put(
                        ANNOTATION,
                        "LimitRanger plugin set: " + String.join("; ", notes));
            }
        }
        return result;
    }

    private static void fillContainers(JsonNode containers, String subject, Map<String, String> requests,
            Map<String, String> limits, List<String> notes) {
        JsonTreeOperations.forEachObject(containers, container -> {
            var resources = JsonTreeOperations.childObject(container, "resources");
            addNote(notes, fillResources(resources, "requests", requests), "request", subject, container);
            addNote(notes, fillResources(resources, "limits", limits), "limit", subject, container);
        });
    }

    private static List<String> fillResources(ObjectNode resources, String side, Map<String, String> defaults) {
        var set = defaults.keySet().stream().filter(name -> !resources.path(side).has(name)).toList();
        set.forEach(name -> JsonTreeOperations.childObject(resources, side).put(name, defaults.get(name)));
        return set;
    }

    private static void addNote(List<String> notes, List<String> set, String side, String subject, JsonNode container) {
        if (!set.isEmpty()) {
            notes.add("%s %s for %s %s".formatted(String.join(", ", set), side, subject,
                    container.path("name").asText()));
        }
    }
}
