package tessera.demo.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The status of pods as JSON trees: phases, conditions, and the claims that were made for them. */
public final class SimulatedPodStatus {

    private SimulatedPodStatus() {}

    /** Returns whether a pod has succeeded or failed. */
    public static boolean isFinished(JsonNode pod) {
        return List.of("Succeeded", "Failed").contains(pod.path("status").path("phase").asText());
    }

    /** Returns the names of a pod's resource claims in their order; empty for one that is not made yet. */
    public static List<String> resourceClaimNames(JsonNode pod) {
        return pod.path("spec").path("resourceClaims").valueStream()
                .map(claim -> generatedClaims(pod, claim.path("name").asText()).findFirst()
                        .orElse(claim.path("resourceClaimName").asText()))
                .toList();
    }

    /** Returns the name of the claim that was made of a template, if it was. */
    public static Stream<String> generatedClaims(JsonNode pod, String name) {
        return pod.path("status").path("resourceClaimStatuses").valueStream()
                .filter(made -> made.path("name").asText().equals(name))
                .map(made -> made.path("resourceClaimName").asText());
    }

    /** Returns a condition that was set for a generation of the pod; zero leaves the generation out. */
    public static ObjectNode newCondition(String type, String status, long generation, Instant now) {
        var condition = JsonNodeFactory.instance.objectNode().put("type", type);
        if (generation > 0) {
            condition.put("observedGeneration", generation);
        }
        return condition.put("status", status).putNull("lastProbeTime").put("lastTransitionTime",
                SimulatedTimestampFormat.secondsText(now));
    }

    /** Adds a condition in place of an older one of its type. */
    public static void putCondition(ObjectNode status, ObjectNode condition) {
        var conditions = status.withArrayProperty("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.path(i).path("type").equals(condition.path("type"))) {
                conditions.set(i, condition);
                return;
            }
        }
        conditions.add(condition);
    }
}
