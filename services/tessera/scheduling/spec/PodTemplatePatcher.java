package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.stream.IntStream;

/** Applies strategic merge patches to pod templates: lists with a merge key by entry, other lists as a whole. */
final class PodTemplatePatcher {

    /** By what the entries of a list are told apart. */
    private static final Map<String, String> KEYS = Map.ofEntries(Map.entry("containers", "name"),
            Map.entry("initContainers", "name"), Map.entry("volumes", "name"), Map.entry("env", "name"),
            Map.entry("volumeMounts", "mountPath"), Map.entry("volumeDevices", "devicePath"),
            Map.entry("ports", "containerPort"), Map.entry("imagePullSecrets", "name"),
            Map.entry("schedulingGates", "name"), Map.entry("resourceClaims", "name"),
            Map.entry("topologySpreadConstraints", "topologyKey"), Map.entry("hostAliases", "ip"));

    private PodTemplatePatcher() {}

    /** Returns whether a patch contains a directive such as {@code $patch} rather than values only. */
    static boolean hasDirective(JsonNode patch) {
        return patch.propertyStream().anyMatch(field -> field.getKey().startsWith("$"))
                || patch.valueStream().anyMatch(PodTemplatePatcher::hasDirective);
    }

    /** Returns a copy of the object with the patch applied. */
    static ObjectNode applyPatch(ObjectNode object, JsonNode patch) {
        var merged = object.deepCopy();
        patch.properties().forEach(field -> {
            var name = field.getKey();
            var said = field.getValue();
            if (said.isNull()) {
                merged.remove(name);
            } else if (said.isObject()) {
                merged.set(name, applyPatch(merged.path(name) instanceof ObjectNode there ? there
                        : JsonNodeFactory.instance.objectNode(), said));
            } else if (said.isArray() && KEYS.containsKey(name) && merged.path(name) instanceof ArrayNode there) {
                said.forEach(entry -> mergeEntry(there, entry, KEYS.get(name)));
            } else {
                merged.set(name, said);
            }
        });
        return merged;
    }

    private static void mergeEntry(ArrayNode list, JsonNode entry, String key) {
        IntStream.range(0, list.size()).filter(i -> list.get(i).path(key).equals(entry.path(key))).findFirst()
                .ifPresentOrElse(
                        i -> list.set(i, list.get(i) instanceof ObjectNode there ? applyPatch(there, entry) : entry),
                        () -> list.add(entry));
    }
}
