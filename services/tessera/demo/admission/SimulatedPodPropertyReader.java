package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Properties of pods that several admission rules use. */
public final class SimulatedPodPropertyReader {

    private static final Map<String, List<String>> TEMPLATES = Map.of("Deployment", List.of("spec", "template"),
            "ReplicaSet", List.of("spec", "template"), "DaemonSet", List.of("spec", "template"), "StatefulSet",
            List.of("spec", "template"), "Job", List.of("spec", "template"), "ReplicationController",
            List.of("spec", "template"), "CronJob", List.of("spec", "jobTemplate", "spec", "template"), "PodTemplate",
            List.of("template"));

    private SimulatedPodPropertyReader() {}

    /** Returns the init containers and containers. */
    public static List<JsonNode> containers(JsonNode pod) {
        var all = new ArrayList<JsonNode>();
        pod.path("spec").path("initContainers").forEach(all::add);
        pod.path("spec").path("containers").forEach(all::add);
        return all;
    }

    /** Returns whether a pod has succeeded or failed. */
    public static boolean isFinished(JsonNode pod) {
        var phase = pod.path("status").path("phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    public static boolean isBound(JsonNode pod) {
        return !pod.path("spec").path("nodeName").asText().isEmpty();
    }

    /** Returns the fields that lead to the pod template of a kind; empty for kinds without one. */
    public static List<String> templatePath(String kind) {
        return TEMPLATES.getOrDefault(kind, List.of());
    }
}
