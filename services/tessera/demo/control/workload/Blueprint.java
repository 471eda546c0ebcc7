package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;
import tessera.demo.store.Json;

/** Pods made after the templates of their owners. */
final class Blueprint {

    private static final String LETTERS = "bcdf2456789hjklmnpqrstvwxz";
    private static final int HASH_LENGTH = 10;

    private Blueprint() {}

    /**
     * A pod as the template wants it, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode pod(JsonNode template, JsonNode owner) {
        var pod = Json.object().put("kind", "Pod").put("apiVersion", "v1");
        var metadata = pod.putObject("metadata");
        for (var field : List.of("labels", "annotations", "finalizers")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = Json.text(owner, "metadata", "name");
        metadata.put("generateName", name + "-").put("namespace", Json.text(owner, "metadata", "namespace"));
        own(metadata, owner);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Says that the object belongs to the owner, which controls it. */
    static void own(ObjectNode metadata, JsonNode owner) {
        metadata.putArray("ownerReferences").addObject().put("apiVersion", Json.text(owner, "apiVersion"))
                .put("kind", Json.text(owner, "kind")).put("name", Json.text(owner, "metadata", "name"))
                .put("uid", Json.text(owner, "metadata", "uid")).put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /** A short name for a template: equal templates have equal ones, whatever the order of their fields. */
    static String hash(JsonNode template) {
        long hash = hash(template, 0x5bd1e995L);
        var text = new StringBuilder(HASH_LENGTH);
        for (int i = 0; i < HASH_LENGTH; i++) {
            text.append(LETTERS.charAt((int) Long.remainderUnsigned(hash, LETTERS.length())));
            hash = mix(hash);
        }
        return text.toString();
    }

    private static long hash(JsonNode node, long seed) {
        long hash = seed;
        if (node.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            node.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            for (var field : sorted.entrySet()) {
                hash = hash(field.getValue(), mix(hash ^ text(field.getKey())));
            }
        } else if (node.isArray()) {
            for (var item : node) {
                hash = hash(item, mix(hash + 1));
            }
        } else {
            hash = mix(hash ^ text(node.asText()));
        }
        return hash;
    }

    private static long text(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        return z ^ (z >>> 27);
    }
}
