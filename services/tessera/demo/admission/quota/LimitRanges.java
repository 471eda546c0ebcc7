package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.admission.JsonTrees;

/** What the LimitRanges of a namespace give to a pod that says nothing. */
public final class LimitRanges {

    static final String ANNOTATION = "kubernetes.io/limit-ranger";

    private LimitRanges() {}

    /** The pod with the ranges' defaults in its containers, and with a note of what they were. */
    public static ObjectNode fill(ObjectNode pod, List<ObjectNode> ranges) {
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
            fill(result.path("spec").path("containers"), "container", requests, limits, notes);
            fill(result.path("spec").path("initContainers"), "init container", requests, limits, notes);
            if (!notes.isEmpty()) {
                JsonTrees.under(JsonTrees.under(result, "metadata"), "annotations").put(ANNOTATION,
                        "LimitRanger plugin set: " + String.join("; ", notes));
            }
        }
        return result;
    }

    private static void fill(JsonNode containers, String what, Map<String, String> requests,
            Map<String, String> limits, List<String> notes) {
        JsonTrees.each(containers, container -> {
            var resources = JsonTrees.under(container, "resources");
            note(notes, fill(resources, "requests", requests), "request", what, container);
            note(notes, fill(resources, "limits", limits), "limit", what, container);
        });
    }

    private static List<String> fill(ObjectNode resources, String side, Map<String, String> defaults) {
        var set = defaults.keySet().stream().filter(name -> !resources.path(side).has(name)).toList();
        set.forEach(name -> JsonTrees.under(resources, side).put(name, defaults.get(name)));
        return set;
    }

    private static void note(List<String> notes, List<String> set, String side, String what, JsonNode container) {
        if (!set.isEmpty()) {
            notes.add("%s %s for %s %s".formatted(String.join(", ", set), side, what,
                    container.path("name").asText()));
        }
    }
}
