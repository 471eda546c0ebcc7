package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tessera.kube.requests.ContainerResourceDefaults;

/** The default requests and limits that a LimitRange gives to the containers of a pod. */
public final class LimitRangeDefaults {

    private LimitRangeDefaults() {}

    /** Adds the defaults to a pod, and returns the API server's note of them for its annotation; empty where there are none. */
    public static Optional<String> applyTo(ObjectNode pod, JsonNode range) {
        var limits = defaultsOf(range, "default");
        var requests = defaultsOf(range, "defaultRequest");
        var initContainers = pod.path("spec").path("initContainers").valueStream().toList();
        var notes = new ArrayList<String>();
        for (var container : ContainerResourceDefaults.containersOf(pod)) {
            var subject = initContainers.contains(container) ? "init container" : "container";
            var of = " for %s %s".formatted(subject, container.path("name").asText());
            addNote(notes, ContainerResourceDefaults.addMissing(container, "requests", requests), " request" + of);
            addNote(notes, ContainerResourceDefaults.addMissing(container, "limits", limits), " limit" + of);
        }
        if (notes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("LimitRanger plugin set: " + String.join("; ", notes));
    }

    private static JsonNode defaultsOf(JsonNode range, String field) {
        var defaults = new TreeMap<String, JsonNode>();
        for (var item : range.path("spec").path("limits")) {
            if (item.path("type").asText().equals("Container")) {
                item.path(field).properties().forEach(entry -> defaults.put(entry.getKey(), entry.getValue()));
            }
        }
        return JsonNodeFactory.instance.objectNode().setAll(defaults);
    }

    private static void addNote(List<String> notes, List<String> resources, String of) {
        if (!resources.isEmpty()) {
            notes.add(String.join(", ", resources) + of);
        }
    }
}
