package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.schedule.SimulatedSchedulerConditionEventFactory;

/** The binding of a pod to a node. */
public final class SimulatedPodBinder {

    private static final List<String> TOPOLOGY = List.of("topology.kubernetes.io/zone",
            "topology.kubernetes.io/region");

    private SimulatedPodBinder() {}

    /**
     * Returns the pod after binding. The node's place in the world becomes labels of the pod.
     *
     * @param binding the body of the request
     * @param node    the target, if it exists; a pod may be bound to a node that does not
     * @throws SimulatedApiException 409 when the pod has a node already, is going, or waits for a gate
     */
    public static ObjectNode bind(ObjectNode pod, JsonNode binding, Optional<ObjectNode> node, Instant now)
            throws SimulatedApiException {
        var name = SimulatedMetadata.nameOf(pod);
        var subject = new ErrorSubject("", "pods/binding", name);
        if (pod.path("metadata").has("deletionTimestamp")) {
            throw SimulatedApiException.conflict(subject,
                    "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        var bound = pod.path("spec").path("nodeName").asText();
        if (!bound.isEmpty()) {
            throw SimulatedApiException.conflict(subject,
                    "pod %s is already assigned to node \"%s\"".formatted(name, bound));
        }
        if (!pod.path("spec").path("schedulingGates").isEmpty()) {
            throw SimulatedApiException.conflict(subject, "pod " + name + " has non-empty .spec.schedulingGates");
        }
        var result = pod.deepCopy();
        result.withObjectProperty("spec").put("nodeName", binding.path("target").path("name").asText());
        var metadata = result.withObjectProperty("metadata");
        binding.path("metadata").path("annotations").properties()
                .forEach(entry -> metadata.withObjectProperty("annotations").set(entry.getKey(), entry.getValue()));
        node.ifPresent(found -> copyTopology(result, found.path("metadata").path("labels")));
        SimulatedPodStatus.putCondition(result.withObjectProperty("status"),
                SimulatedSchedulerConditionEventFactory.scheduledCondition(now));
        return result;
    }

    /** Copies the topology labels of a node to a pod. */
    public static void copyTopology(ObjectNode pod, JsonNode nodeLabels) {
        TOPOLOGY.stream().filter(nodeLabels::has)
                .forEach(label -> SimulatedMetadata.labelsOf(pod).set(label, nodeLabels.get(label)));
    }
}
