package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.requests.PodResourceCalculator;

/** Writer of pod, container and init container statuses, one function for each stage of their lives. */
final class SimulatedContainerStatusWriter {

    private static final List<String> ORDER = List.of("PodReadyToStartContainers", "Initialized", "Ready",
            "ContainersReady", "PodScheduled");
    private static final Duration FIRST_DELAY = Duration.ofSeconds(10);
    private static final int DOUBLINGS = 5;
    static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

    private SimulatedContainerStatusWriter() {}

    /** Marks the pod as admitted, with its images being looked up. */
    static void create(ObjectNode status, JsonNode pod, String hostAddress, Instant now) {
        status.put("phase", "Pending");
        status.put("hostIP", hostAddress).putArray("hostIPs").addObject().put("ip", hostAddress);
        status.put("startTime", SimulatedTimestampFormat.secondsText(now));
        setCondition(status, "PodReadyToStartContainers", false, now);
        boolean init = pod.path("spec").has("initContainers");
        setCondition(status, "Initialized", !init, now);
        if (init) {
            setConditionReason(status, "Initialized", "ContainersNotInitialized",
                    "containers with incomplete status: " + containerNames(pod, "initContainers"));
            var statuses = status.putArray("initContainerStatuses");
            pod.path("spec").path("initContainers")
                    .forEach(container -> addWaiting(statuses, container, "PodInitializing"));
        }
        setUnready(status, pod, now);
        var statuses = status.putArray("containerStatuses");
        pod.path("spec").path("containers")
                .forEach(container -> addWaiting(statuses, container, init ? "PodInitializing" : "ContainerCreating"));
    }

    /**
     * Marks the containers as running, except those that still wait.
     *
     * @param waiting those that cannot yet, by their names; until they have, the pod is told to be pending
     */
    static void run(ObjectNode status, JsonNode pod, String address, Set<String> waiting, Instant now) {
        status.put("phase", waiting.isEmpty() ? "Running" : "Pending").put("podIP", address).putArray("podIPs")
                .addObject().put("ip", address);
        setCondition(status, "PodReadyToStartContainers", true, now);
        setCondition(status, "Initialized", true, now);
        finishInits(status, pod, now);
        for (var element : status.path("containerStatuses")) {
            if (!waiting.contains(element.path("name").asText())) {
                startContainer((ObjectNode) element, pod, now);
            }
        }
    }

    /** Marks a container as running that started after the others. */
    static void startLate(ObjectNode status, JsonNode pod, String container, Instant now) {
        boolean all = true;
        for (var element : status.path("containerStatuses")) {
            if (element.path("name").asText().equals(container)) {
                startContainer((ObjectNode) element, pod, now);
            }
            all &= element.path("state").has("running") || !element.path("lastState").isEmpty();
        }
        status.put("phase", all ? "Running" : "Pending");
    }

    static void startContainer(ObjectNode container, JsonNode pod, Instant now) {
        var image = container.path("image").asText();
        container.putObject("state").putObject("running").put("startedAt", SimulatedTimestampFormat.secondsText(now));
        container.put("imageID", withoutTag(image) + "@sha256:" + hexDigest("image" + image));
        container.put("containerID",
                "containerd://" + hexDigest(SimulatedMetadata.uidOf(pod) + container.path("name").asText() + now));
        container.put("started", true);
    }

    static JsonNode statusOf(JsonNode pod, String container) {
        return pod.path("status").path("containerStatuses").valueStream()
                .filter(element -> element.path("name").asText().equals(container)).findFirst()
                .orElseGet(SimulatedStoreJsonCodec::newObject);
    }

    /** Marks the running containers as ready, and the pod if all are. */
    static void setReady(ObjectNode status, Instant now) {
        boolean all = true;
        for (var element : status.path("containerStatuses")) {
            boolean runs = element.path("state").has("running");
            ((ObjectNode) element).put("ready", runs);
            all &= runs;
        }
        if (all) {
            setCondition(status, "Ready", true, now);
            setCondition(status, "ContainersReady", true, now);
        }
    }

    /** Marks the pod as ended without restarts; containers not concerned have succeeded. */
    static void end(ObjectNode status, JsonNode pod, SimulatedContainerExit exit, Instant now) {
        boolean well = exit.exitCode() == 0;
        status.put("phase", well ? "Succeeded" : "Failed");
        setCondition(status, "PodReadyToStartContainers", false, now);
        for (var element : status.path("containerStatuses")) {
            terminateContainer((ObjectNode) element, pod, exit.concernsContainer(element.path("name").asText()) ? exit
                    : SimulatedContainerExit.forAllContainers(0), now);
            ((ObjectNode) element).put("ready", false).put("started", false);
        }
        var reason = well ? "PodCompleted" : "PodFailed";
        for (var type : List.of("Ready", "ContainersReady")) {
            setCondition(status, type, false, now);
            setConditionReason(status, type, reason, "");
        }
        if (well) {
            setConditionReason(status, "Initialized", reason, "");
        }
    }

    /** Marks ended containers as waiting for their restart. */
    static void backOff(ObjectNode status, JsonNode pod, SimulatedContainerExit exit, Duration pause, Instant now) {
        for (var element : status.path("containerStatuses")) {
            if (exit.concernsContainer(element.path("name").asText())) {
                terminateContainer((ObjectNode) element, pod, exit, now);
                backOffContainer((ObjectNode) element, pod, pause);
            }
        }
        setUnready(status, pod, now);
    }

    /** Marks one ended container as waiting for its restart. */
    static void backOffContainer(ObjectNode container, JsonNode pod, Duration pause) {
        container.set("lastState", container.path("state").deepCopy());
        container.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff").put("message",
                "back-off %s restarting failed container=%s pod=%s_%s(%s)".formatted(durationText(pause),
                        container.path("name").asText(), SimulatedMetadata.nameOf(pod),
                        SimulatedMetadata.namespaceOf(pod), SimulatedMetadata.uidOf(pod)));
        container.put("ready", false).put("started", false);
    }

    /** Returns the delay before a container is restarted, which doubles with each restart in its status. */
    static Duration restartDelay(JsonNode container) {
        var delay = FIRST_DELAY.multipliedBy(1L << Math.min(container.path("restartCount").asInt(), DOUBLINGS));
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }

    static List<SimulatedEvent> startEvents(JsonNode container) {
        return List.of(
                SimulatedEvent.normal("Pulled",
                        "Container image \"%s\" already present on machine"
                                .formatted(container.path("image").asText())),
                SimulatedEvent.normal("Created", "Container created"),
                SimulatedEvent.normal("Started", "Container started"));
    }

    static SimulatedEvent backOffEvent(JsonNode pod, String container) {
        return SimulatedEvent.warning("BackOff",
                "Back-off restarting failed container %s in pod %s_%s(%s)".formatted(container,
                        SimulatedMetadata.nameOf(pod), SimulatedMetadata.namespaceOf(pod),
                        SimulatedMetadata.uidOf(pod)));
    }

    private static String durationText(Duration pause) {
        if (pause.toMinutes() > 0) {
            return pause.toMinutes() + "m" + pause.toSecondsPart() + "s";
        }
        return pause.toSeconds() + "s";
    }

    /** Marks the containers that ended as running again. */
    static void restart(ObjectNode status, JsonNode pod, SimulatedContainerExit after, Instant now) {
        for (var element : status.path("containerStatuses")) {
            if (after.concernsContainer(element.path("name").asText()) && element.path("state").has("waiting")) {
                var container = (ObjectNode) element;
                container.put("restartCount", container.path("restartCount").asInt() + 1);
                startContainer(container, pod, now);
            }
        }
    }

    /** Marks the first container as waiting because its image cannot be pulled. */
    static void failImagePull(ObjectNode status, String reason, String message) {
        for (var element : status.path("containerStatuses")) {
            ((ObjectNode) element).putObject("state").putObject("waiting").put("reason", reason).put("message",
                    message);
        }
    }

    /** Marks a container as waiting because its configuration is missing. */
    static void failConfiguration(ObjectNode status, String container, String message) {
        for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
            for (var element : status.path(kind)) {
                if (element.path("name").asText().equals(container)) {
                    ((ObjectNode) element).putObject("state").putObject("waiting")
                            .put("reason", "CreateContainerConfigError").put("message", message);
                }
            }
        }
    }

    static void refuse(ObjectNode status, String reason, String message, Instant now) {
        status.put("phase", "Failed").put("reason", reason).put("message", message).put("startTime",
                SimulatedTimestampFormat.secondsText(now));
    }

    static void terminateContainer(ObjectNode container, JsonNode pod, SimulatedContainerExit exit, Instant now) {
        var started = container.path("state").path("running").path("startedAt")
                .asText(SimulatedTimestampFormat.secondsText(now));
        container.putObject("state").putObject("terminated").put("exitCode", exit.exitCode())
                .put("reason", exit.reason()).put("startedAt", started)
                .put("finishedAt", SimulatedTimestampFormat.secondsText(now))
                .put("containerID", container.path("containerID").asText(
                        "containerd://" + hexDigest(SimulatedMetadata.uidOf(pod) + container.path("name").asText())));
    }

    private static void addWaiting(ArrayNode statuses, JsonNode container, String reason) {
        var status = statuses.addObject().put("name", container.path("name").asText());
        status.putObject("state").putObject("waiting").put("reason", reason);
        status.putObject("lastState");
        status.put("ready", false).put("restartCount", 0).put("image", container.path("image").asText())
                .put("imageID", "").put("started", false);
    }

    private static void setUnready(ObjectNode status, JsonNode pod, Instant now) {
        for (var type : List.of("Ready", "ContainersReady")) {
            setCondition(status, type, false, now);
            setConditionReason(status, type, "ContainersNotReady",
                    "containers with unready status: " + containerNames(pod, "containers"));
        }
    }

    private static void setConditionReason(ObjectNode status, String type, String reason, String message) {
        var condition = SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), type);
        if (condition != null) {
            condition.put("reason", reason);
            if (!message.isEmpty()) {
                condition.put("message", message);
            }
        }
    }

    private static String containerNames(JsonNode pod, String containers) {
        return pod.path("spec").path(containers).valueStream().map(container -> container.path("name").asText())
                .collect(Collectors.joining(" ", "[", "]"));
    }

    /** Sets a condition without a reason; its time changes only with its status. */
    static void setCondition(ObjectNode status, String type, boolean holds, Instant now) {
        var text = holds ? "True" : "False";
        var condition = SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), type);
        if (condition == null) {
            condition = SimulatedPodStatus.newCondition(type, text, 0, now);
            var conditions = status.withArrayProperty("conditions");
            int at = 0;
            while (at < conditions.size()
                    && ORDER.indexOf(conditions.path(at).path("type").asText("")) < ORDER.indexOf(type)) {
                at++;
            }
            conditions.insert(at, condition);
        }
        if (!condition.path("status").asText().equals(text)) {
            condition.put("status", text).put("lastTransitionTime", SimulatedTimestampFormat.secondsText(now));
        }
        condition.remove(List.of("reason", "message"));
    }

    private static JsonNode initStatuses(JsonNode status) {
        return status.path("initContainerStatuses");
    }

    private static ObjectNode initStatus(JsonNode status, int number) {
        return (ObjectNode) initStatuses(status).path(number);
    }

    /** Returns the index of the first one that is neither completed nor a running sidecar. */
    static int nextInit(JsonNode pod) {
        return (int) initStatuses(pod.path("status")).valueStream()
                .takeWhile(element -> element.path("ready").asBoolean()).count();
    }

    static int countCompletedInits(JsonNode pod) {
        return (int) initStatuses(pod.path("status")).valueStream()
                .filter(element -> element.path("state").has("terminated")).count();
    }

    static boolean isInitRunning(JsonNode pod, int number) {
        return initStatuses(pod.path("status")).path(number).path("state").has("running");
    }

    /** Marks the first ones as completed and the next one as running. */
    static void advanceInits(ObjectNode status, JsonNode pod, int done, Instant now) {
        for (int i = 0; i < done; i++) {
            completeInit(initStatus(status, i), pod, now);
        }
        startContainer(initStatus(status, done), pod, now);
    }

    private static void completeInit(ObjectNode container, JsonNode pod, Instant now) {
        terminateContainer(container, pod, SimulatedContainerExit.forAllContainers(0), now);
        container.put("ready", true).put("started", false);
    }

    /** Marks sidecars as running and all others as completed, because the pod has started. */
    static void finishInits(ObjectNode status, JsonNode pod, Instant now) {
        for (int i = 0; i < initStatuses(status).size(); i++) {
            if (!PodResourceCalculator.isSidecar(pod.path("spec").path("initContainers").path(i))) {
                if (!initStatus(status, i).path("state").has("terminated")) {
                    completeInit(initStatus(status, i), pod, now);
                }
            } else if (!initStatus(status, i).path("state").has("running")) {
                startInit(status, pod, i, now);
            }
        }
    }

    /** Marks one as running, at its first start or a restart. */
    static void startInit(ObjectNode status, JsonNode pod, int number, Instant now) {
        var container = initStatus(status, number);
        boolean again = !container.path("lastState").isEmpty();
        container.put("restartCount", container.path("restartCount").asInt() + (again ? 1 : 0));
        startContainer(container, pod, now);
        boolean beside = PodResourceCalculator.isSidecar(pod.path("spec").path("initContainers").path(number));
        container.put("started", beside).put("ready", beside);
    }

    /** Marks one as ended; if it does not restart, the pod ends too. */
    static void endInit(ObjectNode status, JsonNode pod, int number, SimulatedContainerExit exit, Instant now) {
        var container = initStatus(status, number);
        terminateContainer(container, pod, exit, now);
        container.put("ready", exit.exitCode() == 0).put("started", false);
        if (exit.exitCode() != 0 && pod.path("spec").path("restartPolicy").asText().equals("Never")) {
            status.put("phase", "Failed");
        }
    }

    /** Marks one as waiting for its restart. */
    static void backOffInit(ObjectNode status, JsonNode pod, int number, Duration pause) {
        backOffContainer(initStatus(status, number), pod, pause);
    }

    static String withoutTag(String image) {
        int colon = image.lastIndexOf(':');
        return colon > image.lastIndexOf('/') ? image.substring(0, colon) : image;
    }

    /** Returns sixty-four hexadecimal digits derived from a text. */
    private static String hexDigest(String text) {
        var digits = new StringBuilder();
        for (int i = 0; i < 2; i++) {
            digits.append(
                    UUID.nameUUIDFromBytes((text + i).getBytes(StandardCharsets.UTF_8)).toString().replace("-", ""));
        }
        return digits.toString();
    }
}
