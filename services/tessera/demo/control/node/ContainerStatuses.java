package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.EventNote;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** The statuses of a pod as its kubelet writes them, one function for each stage of its life. */
final class ContainerStatuses {

    private static final List<String> ORDER = List.of("PodReadyToStartContainers", "Initialized", "Ready",
            "ContainersReady", "PodScheduled");

    private ContainerStatuses() {}

    /** Admitted: its images are looked for. */
    static void create(ObjectNode status, JsonNode pod, String hostAddress, Instant now) {
        status.put("phase", "Pending");
        status.put("hostIP", hostAddress).putArray("hostIPs").addObject().put("ip", hostAddress);
        status.put("startTime", ObjectTimes.seconds(now));
        condition(status, "PodReadyToStartContainers", false, now);
        boolean init = pod.path("spec").has("initContainers");
        condition(status, "Initialized", !init, now);
        if (init) {
            condition(status, "Initialized", false, now);
            explain(status, "Initialized", "ContainersNotInitialized",
                    "containers with incomplete status: " + names(pod, "initContainers"));
            var statuses = status.putArray("initContainerStatuses");
            pod.path("spec").path("initContainers")
                    .forEach(container -> waiting(statuses, container, "PodInitializing", ""));
        }
        unready(status, pod, now);
        var statuses = status.putArray("containerStatuses");
        pod.path("spec").path("containers").forEach(container -> waiting(statuses, container,
                init ? "PodInitializing" : "ContainerCreating", ""));
    }

    /**
     * Its containers have started.
     *
     * @param waiting those that cannot yet, by their names; until they have, the pod is told to be pending
     */
    static void run(ObjectNode status, JsonNode pod, String address, Set<String> waiting, Instant now) {
        status.put("phase", waiting.isEmpty() ? "Running" : "Pending").put("podIP", address).putArray("podIPs")
                .addObject().put("ip", address);
        condition(status, "PodReadyToStartContainers", true, now);
        condition(status, "Initialized", true, now);
        InitStatuses.over(status, pod, now);
        for (var each : status.path("containerStatuses")) {
            if (!waiting.contains(each.path("name").asText())) {
                start((ObjectNode) each, pod, now);
            }
        }
    }

    /** One has started after the others. */
    static void join(ObjectNode status, JsonNode pod, String container, Instant now) {
        boolean all = true;
        for (var each : status.path("containerStatuses")) {
            if (each.path("name").asText().equals(container)) {
                start((ObjectNode) each, pod, now);
            }
            all &= each.path("state").has("running") || !each.path("lastState").isEmpty();
        }
        status.put("phase", all ? "Running" : "Pending");
    }

    static void start(ObjectNode container, JsonNode pod, Instant now) {
        var image = container.path("image").asText();
        container.putObject("state").putObject("running").put("startedAt", ObjectTimes.seconds(now));
        container.put("imageID", withoutTag(image) + "@sha256:" + hex("image" + image));
        container.put("containerID", "containerd://" + hex(uid(pod) + container.path("name").asText() + now));
        container.put("started", true);
    }

    /** The status of one container of a pod. */
    static JsonNode of(JsonNode pod, String container) {
        return pod.path("status").path("containerStatuses").valueStream()
                .filter(each -> each.path("name").asText().equals(container)).findFirst()
                .orElseGet(StoreJson::object);
    }

    /** Those that run answer; the pod is ready if all do. */
    static void ready(ObjectNode status, Instant now) {
        boolean all = true;
        for (var each : status.path("containerStatuses")) {
            boolean runs = each.path("state").has("running");
            ((ObjectNode) each).put("ready", runs);
            all &= runs;
        }
        if (!all) {
            return;
        }
        condition(status, "Ready", true, now);
        condition(status, "ContainersReady", true, now);
    }

    /** The pod has ended, and no container starts again; those that are not concerned have ended well. */
    static void end(ObjectNode status, JsonNode pod, ContainerEnding how, Instant now) {
        boolean well = how.exitCode() == 0;
        status.put("phase", well ? "Succeeded" : "Failed");
        condition(status, "PodReadyToStartContainers", false, now);
        for (var each : status.path("containerStatuses")) {
            terminate((ObjectNode) each, pod, how.concerns(each.path("name").asText()) ? how : ContainerEnding.all(0),
                    now);
            ((ObjectNode) each).put("ready", false).put("started", false);
        }
        var reason = well ? "PodCompleted" : "PodFailed";
        for (var type : List.of("Ready", "ContainersReady")) {
            condition(status, type, false, now);
            explain(status, type, reason, "");
        }
        if (well) {
            explain(status, "Initialized", reason, "");
        }
    }

    /** Containers have ended and are to start again after a while. */
    static void backOff(ObjectNode status, JsonNode pod, ContainerEnding how, Duration pause, Instant now) {
        for (var each : status.path("containerStatuses")) {
            if (how.concerns(each.path("name").asText())) {
                terminate((ObjectNode) each, pod, how, now);
                waitAgain((ObjectNode) each, pod, pause);
            }
        }
        unready(status, pod, now);
    }

    /** One that has ended is to start again after a while. */
    static void waitAgain(ObjectNode container, JsonNode pod, Duration pause) {
        container.set("lastState", container.path("state").deepCopy());
        container.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff").put("message",
                "back-off %s restarting failed container=%s pod=%s_%s(%s)".formatted(text(pause),
                        container.path("name").asText(), StoreJson.text(pod, "metadata", "name"),
                        StoreJson.text(pod, "metadata", "namespace"), uid(pod)));
        container.put("ready", false).put("started", false);
    }

    /** What is told of one that starts. */
    static List<EventNote> begun(JsonNode container) {
        return List.of(EventNote.normal("Pulled", "Container image \"%s\" already present on machine"
                .formatted(container.path("image").asText())), EventNote.normal("Created", "Container created"),
                EventNote.normal("Started", "Container started"));
    }

    /** What is told of a container that is to start again after a while. */
    static EventNote backedOff(JsonNode pod, String container) {
        return EventNote.warning("BackOff",
                "Back-off restarting failed container %s in pod %s_%s(%s)".formatted(container,
                        StoreJson.text(pod, "metadata", "name"), StoreJson.text(pod, "metadata", "namespace"),
                        uid(pod)));
    }

    private static String text(Duration pause) {
        return pause.toMinutes() > 0
                ? pause.toMinutes() + "m" + pause.toSecondsPart() + "s"
                : pause.toSeconds() + "s";
    }

    /** Containers that ended start once more. */
    static void restart(ObjectNode status, JsonNode pod, ContainerEnding after, Instant now) {
        for (var each : status.path("containerStatuses")) {
            if (after.concerns(each.path("name").asText()) && each.path("state").has("waiting")) {
                var container = (ObjectNode) each;
                container.put("restartCount", container.path("restartCount").asInt() + 1);
                start(container, pod, now);
            }
        }
    }

    /** The image of its first container cannot be had. */
    static void pullFails(ObjectNode status, String reason, String message) {
        for (var each : status.path("containerStatuses")) {
            ((ObjectNode) each).putObject("state").putObject("waiting").put("reason", reason).put("message", message);
        }
    }

    /** What a container is configured with is not there. */
    static void unconfigured(ObjectNode status, String container, String message) {
        for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
            for (var each : status.path(kind)) {
                if (each.path("name").asText().equals(container)) {
                    ((ObjectNode) each).putObject("state").putObject("waiting")
                            .put("reason", "CreateContainerConfigError").put("message", message);
                }
            }
        }
    }

    static void refuse(ObjectNode status, String reason, String message, Instant now) {
        status.put("phase", "Failed").put("reason", reason).put("message", message).put("startTime",
                ObjectTimes.seconds(now));
    }

    static void terminate(ObjectNode container, JsonNode pod, ContainerEnding how, Instant now) {
        var started = container.path("state").path("running").path("startedAt").asText(ObjectTimes.seconds(now));
        container.putObject("state").putObject("terminated").put("exitCode", how.exitCode())
                .put("reason", how.reason()).put("startedAt", started)
                .put("finishedAt", ObjectTimes.seconds(now))
                .put("containerID", container.path("containerID")
                        .asText("containerd://" + hex(uid(pod) + container.path("name").asText())));
    }

    private static void waiting(ArrayNode statuses, JsonNode container, String reason, String message) {
        var status = statuses.addObject().put("name", container.path("name").asText());
        var waiting = status.putObject("state").putObject("waiting").put("reason", reason);
        if (!message.isEmpty()) {
            waiting.put("message", message);
        }
        status.putObject("lastState");
        status.put("ready", false).put("restartCount", 0).put("image", container.path("image").asText())
                .put("imageID", "").put("started", false);
    }

    private static void unready(ObjectNode status, JsonNode pod, Instant now) {
        for (var type : List.of("Ready", "ContainersReady")) {
            condition(status, type, false, now);
            explain(status, type, "ContainersNotReady", "containers with unready status: " + names(pod, "containers"));
        }
    }

    private static void explain(ObjectNode status, String type, String reason, String message) {
        var condition = find(status, type);
        if (condition != null) {
            condition.put("reason", reason);
            if (!message.isEmpty()) {
                condition.put("message", message);
            }
        }
    }

    private static String names(JsonNode pod, String containers) {
        var names = new ArrayList<String>();
        pod.path("spec").path(containers).forEach(container -> names.add(container.path("name").asText()));
        return "[" + String.join(" ", names) + "]";
    }

    /** Sets a condition without a reason; its time changes only with its status. */
    static void condition(ObjectNode status, String type, boolean holds, Instant now) {
        var text = holds ? "True" : "False";
        var condition = find(status, type);
        if (condition == null) {
            condition = StoreJson.object().put("type", type).put("status", "").putNull("lastProbeTime");
            var conditions = status.withArrayProperty("conditions");
            int at = 0;
            while (at < conditions.size()
                    && ORDER.indexOf(StoreJson.text(conditions.path(at), "type")) < ORDER.indexOf(type)) {
                at++;
            }
            conditions.insert(at, condition);
        }
        if (!condition.path("status").asText().equals(text)) {
            condition.put("status", text).put("lastTransitionTime", ObjectTimes.seconds(now));
        }
        condition.remove(List.of("reason", "message"));
    }

    private static @Nullable ObjectNode find(JsonNode status, String type) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return (ObjectNode) condition;
            }
        }
        return null;
    }

    private static String uid(JsonNode pod) {
        return StoreJson.text(pod, "metadata", "uid");
    }

    static String withoutTag(String image) {
        int colon = image.lastIndexOf(':');
        return colon > image.lastIndexOf('/') ? image.substring(0, colon) : image;
    }

    /** Sixty-four hexadecimal digits that follow from a text. */
    private static String hex(String text) {
        var digits = new StringBuilder();
        for (int i = 0; i < 2; i++) {
            digits.append(UUID.nameUUIDFromBytes((text + i).getBytes(StandardCharsets.UTF_8)).toString()
                    .replace("-", ""));
        }
        return digits.toString();
    }
}
