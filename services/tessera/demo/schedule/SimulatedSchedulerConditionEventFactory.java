package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.dra.DeviceSelectorFailure;
import tessera.kube.scheduling.SchedulerFailureMessages;

/** The scheduler's conditions and events as objects, field for field as a 1.36 scheduler writes them. */
public final class SimulatedSchedulerConditionEventFactory {

    private static final int LONGEST_NOTE = 1024;
    private static final String CUT = " ...";
    private final String instance;

    /** @param host the machine the scheduler says it runs on */
    public SimulatedSchedulerConditionEventFactory(String host) {
        instance = SimulatedScheduler.NAME + "-" + host;
    }

    /** Returns {@code PodScheduled} of a pod for which no node was found. */
    public static ObjectNode unschedulableCondition(String message, long observedGeneration, Instant now) {
        return SimulatedPodStatus.newCondition("PodScheduled", "False", observedGeneration, now)
                .put("reason", conditionReason(message)).put("message", message);
    }

    /** Returns the condition's reason: {@code SchedulerError} where the failure has nothing to do with nodes. */
    public static String conditionReason(String message) {
        return message.contains(DeviceSelectorFailure.ERROR) ? "SchedulerError" : "Unschedulable";
    }

    /** Returns {@code PodScheduled} of a pod with scheduling gates. */
    public static ObjectNode gatedCondition(Instant now) {
        return SimulatedPodStatus.newCondition("PodScheduled", "False", 0, now).put("reason", "SchedulingGated")
                .put("message", SchedulerFailureMessages.GATED);
    }

    /** Returns {@code PodScheduled} of a pod with a node. */
    public static ObjectNode scheduledCondition(Instant now) {
        return SimulatedPodStatus.newCondition("PodScheduled", "True", 0, now);
    }

    /** Returns {@code DisruptionTarget} of a pod that makes room for a more important one. */
    public static ObjectNode preemptedCondition(long observedGeneration, Instant now) {
        return SimulatedPodStatus.newCondition("DisruptionTarget", "True", observedGeneration, now)
                .put("reason", "PreemptionByScheduler")
                .put("message", SimulatedScheduler.NAME + ": preempting to accommodate a higher priority pod");
    }

    /** Returns the event of a pod that got its node. */
    public ObjectNode scheduledEvent(JsonNode pod, String node, Instant now) {
        var metadata = pod.path("metadata");
        var note = "Successfully assigned %s/%s to %s".formatted(metadata.path("namespace").asText(),
                metadata.path("name").asText(), node);
        return createEvent(pod, "Normal", "Scheduled", note, now).put("action", "Binding");
    }

    /** Returns the event of a pod that got none; the longest messages are truncated, as events require. */
    public ObjectNode failedEvent(JsonNode pod, String message, Instant now) {
        return createEvent(pod, "Warning", "FailedScheduling", truncateNote(message), now).put("action", "Scheduling");
    }

    /**
     * Returns the event of the pod that is evicted.
     *
     * @param preemptor uid of the pod that takes the room
     */
    public ObjectNode preemptedEvent(JsonNode victim, String preemptor, String node, Instant now) {
        return createEvent(victim, "Normal", "Preempted", "Preempted by pod %s on node %s".formatted(preemptor, node),
                now).put("action", "Preempting");
    }

    /** Creates an event with a time of its own instead of the first and last time and the count of older ones. */
    private ObjectNode createEvent(JsonNode pod, String type, String reason, String note, Instant now) {
        var metadata = pod.path("metadata");
        var namespace = metadata.path("namespace").asText();
        var event = JsonNodeFactory.instance.objectNode().put("kind", "Event").put("apiVersion", "v1");
        event.putObject("metadata").put("name", eventName(metadata.path("name").asText(), now)).put("namespace",
                namespace);
        event.putObject("involvedObject").put("kind", "Pod").put("namespace", namespace)
                .put("name", metadata.path("name").asText()).put("uid", metadata.path("uid").asText())
                .put("apiVersion", "v1").put("resourceVersion", metadata.path("resourceVersion").asText());
        event.put("reason", reason).put("message", note).putObject("source");
        event.putNull("firstTimestamp").putNull("lastTimestamp").put("type", type).put("eventTime",
                SimulatedTimestampFormat.microsText(now));
        return event.put("reportingComponent", SimulatedScheduler.NAME).put("reportingInstance", instance);
    }

    private static String eventName(String pod, Instant now) {
        return pod + "." + Long.toHexString(ChronoUnit.NANOS.between(Instant.EPOCH, now));
    }

    private static String truncateNote(String note) {
        return note.length() <= LONGEST_NOTE ? note : note.substring(0, LONGEST_NOTE - CUT.length()) + CUT;
    }
}
