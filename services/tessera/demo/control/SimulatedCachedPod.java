package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;

/**
 * The fields of a pod that controllers keep in memory.
 *
 * @param ownerUid     uid of the object that controls it; empty for none
 * @param nodeName      empty while it has none
 * @param createdAt as the API server writes times
 * @param deleting  whether its deletion has begun
 */
public record SimulatedCachedPod(String uid, String namespace, String name, long version, Map<String, String> labels,
        String ownerUid, String nodeName, String phase, boolean ready, String createdAt, boolean deleting) {

    static SimulatedCachedPod of(JsonNode pod) {
        var metadata = pod.path("metadata");
        return new SimulatedCachedPod(SimulatedMetadata.uidOf(pod), SimulatedMetadata.namespaceOf(pod).intern(),
                SimulatedMetadata.nameOf(pod), metadata.path("resourceVersion").asLong(),
                labelsOf(metadata.path("labels")), SimulatedMetadata.controllerUid(pod),
                pod.path("spec").path("nodeName").asText().intern(), pod.path("status").path("phase").asText().intern(),
                SimulatedOwnerStatusWriter.hasTrueCondition(pod, "Ready"), metadata.path("creationTimestamp").asText(),
                SimulatedMetadata.isDeleting(pod));
    }

    private static Map<String, String> labelsOf(JsonNode labels) {
        var map = LinkedHashMap.<String, String>newLinkedHashMap(labels.size());
        labels.properties().forEach(label -> map.put(label.getKey().intern(), label.getValue().asText().intern()));
        return Map.copyOf(map);
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
