package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What controllers keep in mind of a pod.
 *
 * @param owner     uid of the object that controls it; empty for none
 * @param node      empty while it has none
 * @param createdAt as the API server writes times
 * @param deleting  whether its deletion has begun
 */
public record PodCard(String uid, String namespace, String name, long version, Map<String, String> labels,
        String owner, String node, String phase, boolean ready, String createdAt, boolean deleting) {

    static PodCard of(JsonNode pod) {
        var metadata = pod.path("metadata");
        return new PodCard(metadata.path("uid").asText(), metadata.path("namespace").asText().intern(),
                metadata.path("name").asText(), metadata.path("resourceVersion").asLong(),
                labels(metadata.path("labels")), owner(metadata), pod.path("spec").path("nodeName").asText().intern(),
                pod.path("status").path("phase").asText().intern(), ready(pod),
                metadata.path("creationTimestamp").asText(), metadata.hasNonNull("deletionTimestamp"));
    }

    private static Map<String, String> labels(JsonNode labels) {
        var map = LinkedHashMap.<String, String>newLinkedHashMap(labels.size());
        labels.properties().forEach(label -> map.put(label.getKey().intern(), label.getValue().asText().intern()));
        return Map.copyOf(map);
    }

    /** The uid of the controller among the owners; empty when there is none. */
    public static String owner(JsonNode metadata) {
        for (var owner : metadata.path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner.path("uid").asText();
            }
        }
        return "";
    }

    private static boolean ready(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** Whether it has ended for good. */
    public boolean over() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** Whether it counts towards what its owner wants. */
    public boolean active() {
        return !over() && !deleting;
    }
}
