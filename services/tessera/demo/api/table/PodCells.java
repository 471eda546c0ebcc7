package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.StoreJson;

/** The cells of pods: what all their containers together are up to. */
final class PodCells {

    static final Map<String, TableCell> ALL = Map.of("pod.ready",
            (pod, _) -> TableCellReader.text(Summary.of(pod).readiness()),
            "pod.status", (pod, _) -> TableCellReader.text(Summary.of(pod).status()), "pod.restarts",
            (pod, now) -> TableCellReader.text(Summary.of(pod).restarts(now)), "pod.gates",
            (pod, _) -> TableCellReader.text(gates(pod)));

    private PodCells() {}

    private static String gates(JsonNode pod) {
        var gates = pod.path("spec").path("readinessGates");
        if (gates.isEmpty()) {
            return TableCellReader.NONE;
        }
        int met = 0;
        for (var gate : gates) {
            met += conditionIs(pod, StoreJson.text(gate, "conditionType"), "True") ? 1 : 0;
        }
        return met + "/" + gates.size();
    }

    private static boolean conditionIs(JsonNode pod, String type, String status) {
        for (var condition : pod.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals(type)) {
                return StoreJson.text(condition, "status").equals(status);
            }
        }
        return false;
    }

    /** One pass over a pod's containers. */
    private static final class Summary {

        private final ObjectNode pod;
        private final Set<String> sidecars = new HashSet<>();
        private String reason;
        private boolean initializing;
        private int ready;
        private long restarts;
        private long sidecarRestarts;
        private String lastRestart = "";

        private Summary(ObjectNode pod) {
            this.pod = pod;
            var status = StoreJson.text(pod, "status", "reason");
            this.reason = status.isEmpty() ? StoreJson.text(pod, "status", "phase") : status;
        }

        static Summary of(ObjectNode pod) {
            var summary = new Summary(pod);
            summary.readScheduling();
            for (var container : pod.path("spec").path("initContainers")) {
                if (StoreJson.text(container, "restartPolicy").equals("Always")) {
                    summary.sidecars.add(StoreJson.text(container, "name"));
                }
            }
            summary.readInitContainers();
            if (!summary.initializing || conditionIs(pod, "Initialized", "True")) {
                summary.readContainers();
            }
            return summary;
        }

        String readiness() {
            return ready + "/" + (pod.path("spec").path("containers").size() + sidecars.size());
        }

        String status() {
            boolean deleting = pod.path("metadata").hasNonNull("deletionTimestamp");
            if (deleting && StoreJson.text(pod, "status", "reason").equals("NodeLost")) {
                return "Unknown";
            }
            var phase = StoreJson.text(pod, "status", "phase");
            return deleting && !phase.equals("Succeeded") && !phase.equals("Failed") ? "Terminating" : reason;
        }

        String restarts(Instant now) {
            return restarts == 0 || lastRestart.isEmpty()
                    ? Long.toString(restarts)
                    : restarts + " (" + TableAge.since(lastRestart, now) + " ago)";
        }

        private void readScheduling() {
            for (var condition : pod.path("status").path("conditions")) {
                if (StoreJson.text(condition, "type").equals("PodScheduled")
                        && StoreJson.text(condition, "reason").equals("SchedulingGated")) {
                    reason = "SchedulingGated";
                }
            }
        }

        private void readInitContainers() {
            var statuses = pod.path("status").path("initContainerStatuses");
            for (int i = 0; i < statuses.size(); i++) {
                var container = statuses.get(i);
                boolean sidecar = sidecars.contains(StoreJson.text(container, "name"));
                count(container, sidecar);
                var terminated = container.path("state").path("terminated");
                boolean done = terminated.isObject() && terminated.path("exitCode").asInt() == 0;
                if (sidecar && container.path("started").asBoolean()) {
                    ready += container.path("ready").asBoolean() ? 1 : 0;
                } else if (!done) {
                    initializing = true;
                    reason = "Init:" + initReason(container, i);
                    return;
                }
            }
        }

        private String initReason(JsonNode container, int index) {
            var terminated = container.path("state").path("terminated");
            if (terminated.isObject()) {
                return ending(terminated);
            }
            var waiting = StoreJson.text(container, "state", "waiting", "reason");
            boolean telling = !waiting.isEmpty() && !waiting.equals("PodInitializing");
            return telling ? waiting : index + "/" + pod.path("spec").path("initContainers").size();
        }

        private void readContainers() {
            restarts = sidecarRestarts;
            boolean running = false;
            var statuses = pod.path("status").path("containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                var container = statuses.get(i);
                count(container, false);
                var waiting = StoreJson.text(container, "state", "waiting", "reason");
                var terminated = container.path("state").path("terminated");
                if (!waiting.isEmpty()) {
                    reason = waiting;
                } else if (terminated.isObject()) {
                    reason = ending(terminated);
                } else if (container.path("ready").asBoolean() && container.path("state").has("running")) {
                    running = true;
                    ready++;
                }
            }
            if (reason.equals("Completed") && running) {
                reason = conditionIs(pod, "Ready", "True") ? "Running" : "NotReady";
            }
        }

        private static String ending(JsonNode terminated) {
            var reason = StoreJson.text(terminated, "reason");
            if (!reason.isEmpty()) {
                return reason;
            }
            int signal = terminated.path("signal").asInt();
            return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt();
        }

        private void count(JsonNode container, boolean sidecar) {
            restarts += container.path("restartCount").asLong();
            sidecarRestarts += sidecar ? container.path("restartCount").asLong() : 0;
            var finished = StoreJson.text(container, "lastState", "terminated", "finishedAt");
            lastRestart = finished.compareTo(lastRestart) > 0 ? finished : lastRestart;
        }
    }
}
