package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The cells of a pod: readiness, status and restarts from one pass over its containers. */
final class SimulatedPodSummary {

    private final ObjectNode pod;
    private final Set<String> sidecars = new HashSet<>();
    private String reason;
    private boolean initializing;
    private int ready;
    private long restarts;
    private long sidecarRestarts;
    private String lastRestart = "";

    private SimulatedPodSummary(ObjectNode pod) {
        this.pod = pod;
        var status = SimulatedStoreJsonCodec.textAt(pod, "status", "reason");
        this.reason = status.isEmpty() ? SimulatedStoreJsonCodec.textAt(pod, "status", "phase") : status;
    }

    static SimulatedPodSummary of(ObjectNode pod) {
        var summary = new SimulatedPodSummary(pod);
        summary.readScheduling();
        for (var container : pod.path("spec").path("initContainers")) {
            if (SimulatedStoreJsonCodec.textAt(container, "restartPolicy").equals("Always")) {
                summary.sidecars.add(SimulatedStoreJsonCodec.textAt(container, "name"));
            }
        }
        summary.readInitContainers();
        if (!summary.initializing || SimulatedOwnerStatusWriter.hasTrueCondition(pod, "Initialized")) {
            summary.readContainers();
        }
        return summary;
    }

    String textOf(String keyword, Instant now) {
        return switch (keyword) {
            case "pod.ready" -> ready + "/" + (pod.path("spec").path("containers").size() + sidecars.size());
            case "pod.status" -> statusText();
            case "pod.restarts" -> restartsText(now);
            default -> throw new IllegalArgumentException(keyword);
        };
    }

    private String statusText() {
        boolean deleting = SimulatedMetadata.isDeleting(pod);
        if (deleting && SimulatedStoreJsonCodec.textAt(pod, "status", "reason").equals("NodeLost")) {
            return "Unknown";
        }
        var phase = SimulatedStoreJsonCodec.textAt(pod, "status", "phase");
        return deleting && !phase.equals("Succeeded") && !phase.equals("Failed") ? "Terminating" : reason;
    }

    private String restartsText(Instant now) {
        if (restarts == 0 || lastRestart.isEmpty()) {
            return Long.toString(restarts);
        }
        return restarts + " (" + SimulatedTableCellText.ageText(lastRestart, now) + " ago)";
    }

    private void readScheduling() {
        for (var condition : pod.path("status").path("conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("PodScheduled")
                    && SimulatedStoreJsonCodec.textAt(condition, "reason").equals("SchedulingGated")) {
                reason = "SchedulingGated";
            }
        }
    }

    private void readInitContainers() {
        var statuses = pod.path("status").path("initContainerStatuses");
        for (int i = 0; i < statuses.size(); i++) {
            var container = statuses.get(i);
            boolean sidecar = sidecars.contains(SimulatedStoreJsonCodec.textAt(container, "name"));
            countRestarts(container, sidecar);
            var terminated = container.path("state").path("terminated");
            boolean done = terminated.isObject() && terminated.path("exitCode").asInt() == 0;
            if (sidecar && container.path("started").asBoolean()) {
                ready += container.path("ready").asBoolean() ? 1 : 0;
            } else if (!done) {
                initializing = true;
                reason = "Init:" + initReasonText(container, i);
                return;
            }
        }
    }

    private String initReasonText(JsonNode container, int index) {
        var terminated = container.path("state").path("terminated");
        if (terminated.isObject()) {
            return terminationText(terminated);
        }
        var waiting = SimulatedStoreJsonCodec.textAt(container, "state", "waiting", "reason");
        boolean telling = !waiting.isEmpty() && !waiting.equals("PodInitializing");
        return telling ? waiting : index + "/" + pod.path("spec").path("initContainers").size();
    }

    private void readContainers() {
        restarts = sidecarRestarts;
        boolean running = false;
        var statuses = pod.path("status").path("containerStatuses");
        for (int i = statuses.size() - 1; i >= 0; i--) {
            var container = statuses.get(i);
            countRestarts(container, false);
            var waiting = SimulatedStoreJsonCodec.textAt(container, "state", "waiting", "reason");
            var terminated = container.path("state").path("terminated");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (terminated.isObject()) {
                reason = terminationText(terminated);
            } else if (container.path("ready").asBoolean() && container.path("state").has("running")) {
                running = true;
                ready++;
            }
        }
        if (reason.equals("Completed") && running) {
            reason = SimulatedOwnerStatusWriter.hasTrueCondition(pod, "Ready") ? "Running" : "NotReady";
        }
    }

    private static String terminationText(JsonNode terminated) {
        var reason = SimulatedStoreJsonCodec.textAt(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        int signal = terminated.path("signal").asInt();
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt();
    }

    private void countRestarts(JsonNode container, boolean sidecar) {
        restarts += container.path("restartCount").asLong();
        sidecarRestarts += sidecar ? container.path("restartCount").asLong() : 0;
        var finished = SimulatedStoreJsonCodec.textAt(container, "lastState", "terminated", "finishedAt");
        lastRestart = finished.compareTo(lastRestart) > 0 ? finished : lastRestart;
    }
}
