package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.gpu.GpuFleet;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackObjects.OperatorDeployment;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;

/**
 * The symptoms of a GPU stack that none of its labels and states shows.
 *
 * @param blockedUpgrades     what keeps the upgrade of a driver from going on, by the node's name
 * @param outOfMemory   that pods of the operator ended for want of it, a few words each
 * @param missingPolicy    whether its operator has nothing to heed
 * @param outdatedDefinitions      whether definitions of the operator's kinds are
 * @param monitors by which a Prometheus reads exporters, or would
 */
public record GpuStackSymptoms(Map<String, List<String>> blockedUpgrades,
        Map<OperatorDeployment, List<String>> outOfMemory, Optional<MissingClusterPolicy> missingPolicy,
        Optional<OutdatedOperatorCrds> outdatedDefinitions, ExporterServiceMonitorProblems monitors) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackSymptoms.class);

    static final GpuStackSymptoms NONE = new GpuStackSymptoms(Map.of(), Map.of(), Optional.empty(), Optional.empty(),
            ExporterServiceMonitorProblems.NONE);

    public GpuStackSymptoms {
        blockedUpgrades = Map.copyOf(blockedUpgrades);
        outOfMemory = Map.copyOf(outOfMemory);
    }

    /** Returns the evidence of operator pods that were killed for want of memory; waits for the cluster. */
    static Map<OperatorDeployment, List<String>> readOutOfMemory(GpuFleet fleet, GpuStackStatus stack,
            ClusterObjectSource objects) throws ProblemException, InterruptedException {
        var operator = stack.objects().operator().result().flatMap(each -> each);
        if (operator.isEmpty()) {
            return Map.of();
        }
        for (var pod : restartedPods(fleet, operator.get())) {
            var ended = objects.find(ObjectRef.pod(pod.namespace(), pod.name())).map(GpuStackSymptoms::outOfMemoryTexts)
                    .orElse(List.of());
            if (!ended.isEmpty()) {
                return Map.of(operator.get(), ended);
            }
        }
        return Map.of();
    }

    private static List<PodSummary> restartedPods(GpuFleet fleet, OperatorDeployment operator) {
        return fleet.snapshot().pods()
                .filter(pod -> pod.restarts() > 0 && pod.namespace().equals(operator.namespace())
                        && pod.owner().kind().equals("ReplicaSet")
                        && pod.owner().name().matches(Pattern.quote(operator.name()) + "-[a-z0-9]+"))
                .toList();
    }

    private static List<String> outOfMemoryTexts(JsonNode pod) {
        return pod.at("/status/containerStatuses").valueStream().filter(GpuStackSymptoms::ranOutOfMemory)
                .map(status -> MESSAGES.text("operator.memory", pod.at("/metadata/name").asText(),
                        status.path("name").asText(), status.path("restartCount").asInt(),
                        memoryLimit(pod, status.path("name").asText())))
                .toList();
    }

    private static boolean ranOutOfMemory(JsonNode status) {
        return Stream.of("/state", "/lastState")
                .anyMatch(state -> status.at(state + "/terminated/reason").asText().equals("OOMKilled"));
    }

    private static String memoryLimit(JsonNode pod, String container) {
        return pod.at("/spec/containers").valueStream()
                .filter(element -> element.path("name").asText().equals(container))
                .map(element -> element.at("/resources/limits/memory").asText("none")).findFirst().orElse("none");
    }
}
