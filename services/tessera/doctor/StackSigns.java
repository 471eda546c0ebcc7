package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.scheduling.ObjectSource;
import tessera.stack.GpuStack;
import tessera.stack.StackObjects.OperatorPod;

/**
 * What is wrong with a GPU stack and told by none of its labels and states.
 *
 * @param held     what keeps the upgrade of a driver from going on, by the node's name
 * @param memory   that pods of the operator ended for want of it, a few words each
 * @param unled    whether its operator has nothing to heed
 * @param old      whether definitions of the operator's kinds are
 * @param monitors by which a Prometheus reads exporters, or would
 */
public record StackSigns(Map<String, List<String>> held, Map<OperatorPod, List<String>> memory,
        Optional<MissingClusterPolicy> unled, Optional<OldDefinitions> old, ExporterMonitors monitors) {

    static final StackSigns NONE = new StackSigns(Map.of(), Map.of(), Optional.empty(), Optional.empty(),
            ExporterMonitors.NONE);

    public StackSigns {
        held = Map.copyOf(held);
        memory = Map.copyOf(memory);
    }

    /** How pods of the operator ended for want of memory; waits for the cluster. */
    static Map<OperatorPod, List<String>> memory(GpuFleet fleet, GpuStack stack, ObjectSource objects)
            throws Failure, InterruptedException {
        var operator = stack.objects().operator().found().flatMap(each -> each);
        if (operator.isEmpty()) {
            return Map.of();
        }
        for (var pod : restarted(fleet, operator.get())) {
            var ended = objects.object(ObjectRef.pod(pod.namespace(), pod.name())).map(StackSigns::ended)
                    .orElse(List.of());
            if (!ended.isEmpty()) {
                return Map.of(operator.get(), ended);
            }
        }
        return Map.of();
    }

    private static List<PodFacts> restarted(GpuFleet fleet, OperatorPod operator) {
        return fleet.snapshot().pods()
                .filter(pod -> pod.restarts() > 0 && pod.namespace().equals(operator.namespace())
                        && pod.owner().kind().equals("ReplicaSet")
                        && pod.owner().name().matches(Pattern.quote(operator.name()) + "-[a-z0-9]+"))
                .toList();
    }

    private static List<String> ended(JsonNode pod) {
        return pod.at("/status/containerStatuses").valueStream()
                .filter(status -> Stream.of("/state", "/lastState")
                        .anyMatch(state -> status.at(state + "/terminated/reason").asText().equals("OOMKilled")))
                .map(status -> "pod %s, container %s: OOMKilled, %s, limit of memory %s".formatted(
                        pod.at("/metadata/name").asText(), status.path("name").asText(),
                        Plurals.of(status.path("restartCount").asInt(), "restart"),
                        limit(pod, status.path("name").asText())))
                .toList();
    }

    private static String limit(JsonNode pod, String container) {
        return pod.at("/spec/containers").valueStream().filter(each -> each.path("name").asText().equals(container))
                .map(each -> each.at("/resources/limits/memory").asText("none")).findFirst().orElse("none");
    }
}
