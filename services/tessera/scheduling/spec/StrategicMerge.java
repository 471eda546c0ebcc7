package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.stream.IntStream;

/** Merges patches into templates of pods as an API server does: entries of some lists by their names, other lists whole. */
final class StrategicMerge {

    /** By what the entries of a list are told apart. */
    private static final Map<String, String> KEYS = Map.ofEntries(Map.entry("containers", "name"),
            Map.entry("initContainers", "name"), Map.entry("volumes", "name"), Map.entry("env", "name"),
            Map.entry("volumeMounts", "mountPath"), Map.entry("volumeDevices", "devicePath"),
            Map.entry("ports", "containerPort"), Map.entry("imagePullSecrets", "name"),
            Map.entry("schedulingGates", "name"), Map.entry("resourceClaims", "name"),
            Map.entry("topologySpreadConstraints", "topologyKey"), Map.entry("hostAliases", "ip"));

    private StrategicMerge() {}

    /** Whether a patch says what is to be done rather than what is to be there. */
    static boolean directs(JsonNode patch) {
        return patch.propertyStream().anyMatch(field -> field.getKey().startsWith("$"))
                || patch.valueStream().anyMatch(StrategicMerge::directs);
    }

    /** The same with what a patch says. */
    static ObjectNode merged(ObjectNode object, JsonNode patch) {
        var merged = object.deepCopy();
        patch.properties().forEach(field -> {
            var name = field.getKey();
            var said = field.getValue();
            if (said.isNull()) {
                merged.remove(name);
            } else if (said.isObject()) {
                merged.set(name, merged(merged.path(name) instanceof ObjectNode there ? there
                        : JsonNodeFactory.instance.objectNode(), said));
            } else if (said.isArray() && KEYS.containsKey(name) && merged.path(name) instanceof ArrayNode there) {
                said.forEach(entry -> enter(there, entry, KEYS.get(name)));
            } else {
                merged.set(name, said);
            }
        });
        return merged;
    }

    private static void enter(ArrayNode list, JsonNode entry, String key) {
        IntStream.range(0, list.size()).filter(i -> list.get(i).path(key).equals(entry.path(key))).findFirst()
                .ifPresentOrElse(
                        i -> list.set(i, list.get(i) instanceof ObjectNode there ? merged(there, entry) : entry),
                        () -> list.add(entry));
    }
}
