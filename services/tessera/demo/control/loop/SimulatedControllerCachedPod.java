package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a pod that controllers keep in memory.
 *
 * @param ownerUid     uid of the object that controls it; empty for none
 * @param nodeName      empty while it has none
 * @param createdAt as the API server writes times
 * @param deleting  whether its deletion has begun
 */
public record SimulatedControllerCachedPod(String uid, String namespace, String name, long version,
        Map<String, String> labels,
        String ownerUid, String nodeName, String phase, boolean ready, String createdAt, boolean deleting) {

    static SimulatedControllerCachedPod of(JsonNode pod) {
        var metadata = pod.path("metadata");
        return new SimulatedControllerCachedPod(metadata.path("uid").asText(),
                metadata.path("namespace").asText().intern(),
                metadata.path("name").asText(), metadata.path("resourceVersion").asLong(),
                labelsOf(metadata.path("labels")), ownerUid(metadata),
                pod.path("spec").path("nodeName").asText().intern(),
                pod.path("status").path("phase").asText().intern(), isReady(pod),
                metadata.path("creationTimestamp").asText(), metadata.hasNonNull("deletionTimestamp"));
    }

    private static Map<String, String> labelsOf(JsonNode labels) {
        var map = LinkedHashMap.<String, String>newLinkedHashMap(labels.size());
        labels.properties().forEach(label -> map.put(label.getKey().intern(), label.getValue().asText().intern()));
        return Map.copyOf(map);
    }

    /** Returns the UID of the controller among the owners; empty if there is none. */
    public static String ownerUid(JsonNode metadata) {
        for (var owner : metadata.path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner.path("uid").asText();
            }
        }
        return "";
    }

    private static boolean isReady(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /** Returns whether the pod has succeeded or failed. */
    public boolean isTerminal() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** Returns whether the pod counts towards its owner's replicas. */
    public boolean isActive() {
        return !isTerminal() && !deleting;
    }
}
