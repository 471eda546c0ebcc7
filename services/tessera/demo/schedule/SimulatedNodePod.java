package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import tessera.model.ResourceAmounts;

/**
 * A pod as it affects others on its node: its resources, ports and anti-affinity.
 *
 * @param requests     what it takes from its node
 * @param antiAffinity whom it does not want near
 * @param startedAt    as the API server writes times; empty while it has not started
 * @param isTerminating  whether its deletion has begun
 */
record SimulatedNodePod(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<SimulatedHostPort> ports, List<SimulatedPodAffinityTerm> antiAffinity,
        String startedAt,
        boolean isTerminating) {

    static SimulatedNodePod ofBound(JsonNode pod) {
        return of(pod, SimulatedPodRequestCalculator.effectiveRequests(pod));
    }

    static SimulatedNodePod ofPending(JsonNode pod) {
        return of(pod, SimulatedPodRequestCalculator.specRequests(pod));
    }

    private static SimulatedNodePod of(JsonNode pod, ResourceAmounts requests) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        return new SimulatedNodePod(metadata.path("uid").asText(), metadata.path("namespace").asText().intern(),
                metadata.path("name").asText(), JsonStringListAndMapReader.textMap(metadata.path("labels")),
                spec.path("priority").asInt(),
                requests, SimulatedHostPort.listOf(spec),
                SimulatedPodAffinityTerm.requiredTerms(pod, "podAntiAffinity"),
                pod.path("status").path("startTime").asText(), metadata.hasNonNull("deletionTimestamp"));
    }

    /** Returns whether the pod still occupies its node's resources. */
    static boolean occupiesResources(JsonNode pod) {
        var phase = pod.path("status").path("phase").asText();
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }
}
