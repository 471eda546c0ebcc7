package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.PodPlan;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.schedule.SchedulingRecords;

/** The status of pods, as scheduler and kubelet report it. */
final class PodStatusWriter {

    private final Scribe scribe;

    PodStatusWriter(Scribe scribe) {
        this.scribe = scribe;
    }

    /** @param message why no node takes it */
    ObjectNode status(JsonNode pod, PodPlan plan, String address, String message) {
        var status = JsonNodeFactory.instance.objectNode().put("phase", plan.state().phase());
        var conditions = status.putArray("conditions");
        switch (plan.state()) {
            case WAITING -> conditions
                    .add(SchedulingRecords.unschedulable(message, 1, plan.createdAt().plusSeconds(1)));
            case GATED -> conditions.add(SchedulingRecords.gated(plan.createdAt()));
            case REFUSED -> status.put("reason", "UnexpectedAdmissionError").put("message",
                    "Pod was rejected: " + refusal(plan)).put("startTime", Times.seconds(plan.createdAt()));
            default -> {
                addConditions(conditions, pod, plan);
                addAddresses(status, plan, address);
                addContainers(status, pod, plan);
            }
        }
        return status.put("qosClass", quality(pod));
    }

    private static String quality(JsonNode pod) {
        for (var container : pod.path("spec").path("containers")) {
            if (container.path("resources").path("requests").has("cpu")) {
                return "Burstable";
            }
        }
        return "BestEffort";
    }

    /** What the device plugin answered when the kubelet asked it for devices. */
    static String refusal(PodPlan plan) {
        int wanted = plan.workload().line().wants().values().stream().mapToInt(Integer::intValue).sum();
        boolean shared = plan.node() != null && plan.node().slices() > 0;
        return shared
                ? "Allocate failed due to rpc error: code = Unknown desc = invalid request: maximum request size for "
                        + "shared resources is 1; found " + wanted + ", which is unexpected"
                : "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. Requested: "
                        + wanted + ", Available: 1, which is unexpected";
    }

    private void addConditions(ArrayNode conditions, JsonNode pod, PodPlan plan) {
        var scheduled = plan.createdAt().plusSeconds(1);
        var since = startedAt(plan);
        boolean blocked = plan.state() == PodState.BLOCKED;
        boolean over = plan.state().over();
        boolean ready = plan.state().ready();
        boolean gone = plan.state() == PodState.STRANDED || plan.state() == PodState.LOST;
        conditions.add(scribe.condition("PodReadyToStartContainers", !over, scheduled.plusSeconds(1)));
        var initialized = scribe.condition("Initialized", !blocked, scheduled);
        if (blocked) {
            initialized.put("reason", "ContainersNotInitialized").put("message",
                    "containers with incomplete status: " + names(pod, "initContainers"));
        } else if (plan.state() == PodState.COMPLETED) {
            initialized.put("reason", "PodCompleted");
        }
        conditions.add(initialized);
        for (var type : List.of("Ready", "ContainersReady")) {
            // For a lost node, the lifecycle controller turns off the first of them and nothing else.
            boolean holds = ready || (gone && type.equals("ContainersReady"));
            var condition = scribe.condition(type, holds,
                    gone && !holds ? scribe.now().minus(Plan.SILENCE).plusSeconds(50) : since);
            if (!holds && !gone) {
                explain(condition, pod, plan.state());
            }
            conditions.add(condition);
        }
        conditions.add(SchedulingRecords.scheduled(scheduled));
        if (plan.state() == PodState.STRANDED) {
            conditions.add(scribe.condition("DisruptionTarget", true, scribe.now().minusSeconds(70))
                    .put("reason", "DeletionByTaintManager")
                    .put("message", "Taint manager: deleting due to NoExecute taint"));
        }
    }

    private static void explain(ObjectNode condition, JsonNode pod, PodState state) {
        if (state == PodState.COMPLETED) {
            condition.put("reason", "PodCompleted");
        } else if (state.failed()) {
            condition.put("reason", "PodFailed");
        } else {
            condition.put("reason", "ContainersNotReady").put("message",
                    "containers with unready status: " + names(pod, "containers"));
        }
    }

    private static String names(JsonNode pod, String containers) {
        var names = new ArrayList<String>();
        pod.path("spec").path(containers).forEach(container -> names.add(container.path("name").asText()));
        return "[" + String.join(" ", names) + "]";
    }

    private static void addAddresses(ObjectNode status, PodPlan plan, String address) {
        var node = plan.node();
        var host = node == null ? "" : NodeWriter.address(node);
        status.put("hostIP", host).putArray("hostIPs").addObject().put("ip", host);
        status.put("podIP", address).putArray("podIPs").addObject().put("ip", address);
        status.put("startTime", Times.seconds(plan.createdAt().plusSeconds(1)));
    }

    /** When its container last started. */
    private Instant startedAt(PodPlan plan) {
        var first = plan.createdAt().plusSeconds(4 + scribe.mint().number("pull/" + plan.name(), 60));
        if (plan.restarts() == 0) {
            return first.isAfter(scribe.now()) ? scribe.now() : first;
        }
        var since = Duration.between(first, scribe.now()).toSeconds();
        return scribe.now().minusSeconds(1 + since / (2 + scribe.mint().number("restart/" + plan.name(), 8)));
    }

    private void addContainers(ObjectNode status, JsonNode pod, PodPlan plan) {
        boolean blocked = plan.state() == PodState.BLOCKED;
        if (pod.path("spec").has("initContainers")) {
            var statuses = status.putArray("initContainerStatuses");
            for (var container : pod.path("spec").path("initContainers")) {
                var state = new ObjectNode(JsonNodeFactory.instance);
                if (!blocked) {
                    terminated(state, 0, "Completed", plan.createdAt().plusSeconds(2), plan);
                } else if (statuses.isEmpty()) {
                    state.putObject("running").put("startedAt", Times.seconds(plan.createdAt().plusSeconds(2)));
                } else {
                    state.putObject("waiting").put("reason", "PodInitializing");
                }
                add(statuses, container, plan, state, !blocked);
            }
        }
        var statuses = status.putArray("containerStatuses");
        for (var container : pod.path("spec").path("containers")) {
            add(statuses, container, plan, state(pod, container, plan), plan.state().ready() || lostSight(plan));
        }
    }

    private static boolean lostSight(PodPlan plan) {
        return plan.state() == PodState.STRANDED || plan.state() == PodState.LOST;
    }

    private void add(ArrayNode statuses, JsonNode container, PodPlan plan, ObjectNode state, boolean ready) {
        var name = container.path("name").asText();
        var image = container.path("image").asText();
        boolean main = !statuses.isEmpty() || state.has("running") || plan.restarts() == 0;
        var status = statuses.addObject().put("name", name);
        status.set("state", state);
        var last = status.putObject("lastState");
        int restarts = main || state.has("waiting") ? plan.restarts() : 0;
        if (restarts > 0) {
            boolean starved = plan.state() == PodState.OOM_RESTARTED;
            terminated(last, starved ? 137 : 1, starved ? "OOMKilled" : "Error", startedAt(plan).minusSeconds(95),
                    plan);
        }
        boolean pulled = plan.state() != PodState.PULLING && !(state.has("waiting") && restarts == 0);
        status.put("ready", ready).put("restartCount", restarts).put("image", image);
        status.put("imageID", pulled
                ? image.substring(0, image.lastIndexOf(':')) + "@sha256:" + scribe.mint().hex("image/" + image, 64)
                : "");
        if (pulled) {
            status.put("containerID", "containerd://" + scribe.mint().hex("container/" + plan.name() + name, 64));
        }
        status.put("started", ready);
    }

    private ObjectNode state(JsonNode pod, JsonNode container, PodPlan plan) {
        var state = JsonNodeFactory.instance.objectNode();
        var image = container.path("image").asText();
        switch (plan.state()) {
            case CRASHING -> state.putObject("waiting").put("reason", "CrashLoopBackOff").put("message",
                    "back-off 5m0s restarting failed container=%s pod=%s_%s(%s)".formatted(
                            container.path("name").asText(), plan.name(), plan.workload().line().namespace(),
                            pod.path("metadata").path("uid").asText()));
            case PULLING -> state.putObject("waiting").put("reason", "ImagePullBackOff").put("message",
                    "Back-off pulling image \"%s\": ErrImagePull: %s".formatted(image, pullFailure(image)));
            case BLOCKED -> state.putObject("waiting").put("reason", "PodInitializing");
            case COMPLETED -> terminated(state, 0, "Completed", startedAt(plan), plan);
            case FAILED -> terminated(state, 1, "Error", startedAt(plan), plan);
            case OOM_KILLED -> terminated(state, 137, "OOMKilled", startedAt(plan), plan);
            default -> state.putObject("running").put("startedAt", Times.seconds(startedAt(plan)));
        }
        return state;
    }

    static String pullFailure(String image) {
        return "rpc error: code = NotFound desc = failed to pull and unpack image \"" + image
                + "\": failed to resolve reference \"" + image + "\": " + image + ": not found";
    }

    private void terminated(ObjectNode state, int code, String reason, Instant startedAt, PodPlan plan) {
        int ran = 20 + scribe.mint().number("ran/" + plan.name() + code, 70);
        state.putObject("terminated").put("exitCode", code).put("reason", reason)
                .put("startedAt", Times.seconds(startedAt)).put("finishedAt", Times.seconds(startedAt.plusSeconds(ran)))
                .put("containerID", "containerd://" + scribe.mint().hex("ended/" + plan.name() + code, 64));
    }

    /** Whether the node of the pod answers. */
    static boolean reachable(PodPlan plan) {
        return plan.node() == null || plan.node().state() != NodePlan.State.LOST;
    }
}
