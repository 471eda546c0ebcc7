package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import tessera.model.ResourceAmounts;

/**
 * A pod as others feel it: the room it takes, and whom it keeps away.
 *
 * @param requests     what it takes from its node
 * @param antiAffinity whom it does not want near
 * @param startedAt    as the API server writes times; empty while it has not started
 * @param terminating  whether its deletion has begun
 */
record NodeOccupant(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<SimulatedHostPort> ports, List<PodTerm> antiAffinity, String startedAt,
        boolean terminating) {

    static NodeOccupant onNode(JsonNode pod) {
        return of(pod, SimulatedPodRequests.held(pod));
    }

    static NodeOccupant waiting(JsonNode pod) {
        return of(pod, SimulatedPodRequests.asked(pod));
    }

    private static NodeOccupant of(JsonNode pod, ResourceAmounts requests) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        return new NodeOccupant(metadata.path("uid").asText(), metadata.path("namespace").asText().intern(),
                metadata.path("name").asText(), TreeTexts.map(metadata.path("labels")), spec.path("priority").asInt(),
                requests, SimulatedHostPort.listOf(spec), PodTerm.required(pod, "podAntiAffinity"),
                pod.path("status").path("startTime").asText(), metadata.hasNonNull("deletionTimestamp"));
    }

    /** Whether the pod still holds its node's resources. */
    static boolean holdsRoom(JsonNode pod) {
        var phase = pod.path("status").path("phase").asText();
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }
}
