package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Table cells of pods, summarized over all their containers. */
final class SimulatedPodTableCells {

    static final Map<String, SimulatedTableCellFunction> ALL = Map.of("pod.ready",
            (pod, _) -> SimulatedTableCellExpressionParser.textNode(PodContainerSummary.of(pod).readinessText()),
            "pod.status",
            (pod, _) -> SimulatedTableCellExpressionParser.textNode(PodContainerSummary.of(pod).statusText()),
            "pod.restarts",
            (pod, now) -> SimulatedTableCellExpressionParser.textNode(PodContainerSummary.of(pod).restartsText(now)),
            "pod.gates",
            (pod, _) -> SimulatedTableCellExpressionParser.textNode(gatesText(pod)));

    private SimulatedPodTableCells() {}

    private static String gatesText(JsonNode pod) {
        var gates = pod.path("spec").path("readinessGates");
        if (gates.isEmpty()) {
            return SimulatedTableCellExpressionParser.NONE;
        }
        int met = 0;
        for (var gate : gates) {
            met += hasConditionStatus(pod, SimulatedStoreJsonCodec.textAt(gate, "conditionType"), "True") ? 1 : 0;
        }
        return met + "/" + gates.size();
    }

    private static boolean hasConditionStatus(JsonNode pod, String type, String status) {
        for (var condition : pod.path("status").path("conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals(type)) {
                return SimulatedStoreJsonCodec.textAt(condition, "status").equals(status);
            }
        }
        return false;
    }

    /** Readiness, status and restarts from one pass over a pod's containers. */
    private static final class PodContainerSummary {

        private final ObjectNode pod;
        private final Set<String> sidecars = new HashSet<>();
        private String reason;
        private boolean initializing;
        private int ready;
        private long restarts;
        private long sidecarRestarts;
        private String lastRestart = "";

        private PodContainerSummary(ObjectNode pod) {
            this.pod = pod;
            var status = SimulatedStoreJsonCodec.textAt(pod, "status", "reason");
            this.reason = status.isEmpty() ? SimulatedStoreJsonCodec.textAt(pod, "status", "phase") : status;
        }

        static PodContainerSummary of(ObjectNode pod) {
            var podContainerSummary = new PodContainerSummary(pod);
            podContainerSummary.readScheduling();
            for (var container : pod.path("spec").path("initContainers")) {
                if (SimulatedStoreJsonCodec.textAt(container, "restartPolicy").equals("Always")) {
                    podContainerSummary.sidecars.add(SimulatedStoreJsonCodec.textAt(container, "name"));
                }
            }
            podContainerSummary.readInitContainers();
            if (!podContainerSummary.initializing || hasConditionStatus(pod, "Initialized", "True")) {
                podContainerSummary.readContainers();
            }
            return podContainerSummary;
        }

        String readinessText() {
            return ready + "/" + (pod.path("spec").path("containers").size() + sidecars.size());
        }

        String statusText() {
            boolean deleting = pod.path("metadata").hasNonNull("deletionTimestamp");
            if (deleting && SimulatedStoreJsonCodec.textAt(pod, "status", "reason").equals("NodeLost")) {
                return "Unknown";
            }
            var phase = SimulatedStoreJsonCodec.textAt(pod, "status", "phase");
            return deleting && !phase.equals("Succeeded") && !phase.equals("Failed") ? "Terminating" : reason;
        }

        String restartsText(Instant now) {
            if (restarts == 0 || lastRestart.isEmpty()) {
                return Long.toString(restarts);
            }
            return restarts + " (" + SimulatedTableAgeFormatter.ageText(lastRestart, now) + " ago)";
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
                reason = hasConditionStatus(pod, "Ready", "True") ? "Running" : "NotReady";
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
}
