package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** Node lifecycle controller: marks silent nodes as unreachable and keeps taints in line with the node's state. */
public final class SimulatedNodeLifecycleController extends SimulatedController {

    private static final String PREFIX = "node.kubernetes.io/";
    private static final Set<String> MANAGED = Set.of("not-ready", "unreachable", "unschedulable", "memory-pressure",
            "disk-pressure", "pid-pressure");
    private static final Map<String, String> PRESSURES = Map.of("MemoryPressure", "memory-pressure", "DiskPressure",
            "disk-pressure", "PIDPressure", "pid-pressure");
    private static final Duration ROUND = Duration.ofSeconds(5);

    private final long graceRounds;
    private final Map<String, NodeHeartbeatRecord> sights = new HashMap<>();

    /** The newest heartbeat of a node and its age in rounds, so that a lagging machine marks no node unreachable. */
    private static final class NodeHeartbeatRecord {

        private Instant renewed = Instant.MIN;
        private long rounds;
        private boolean statusUnknown;
    }

    /** @param grace how long a node may be silent */
    public SimulatedNodeLifecycleController(SimulatedControllerContext context, Duration grace) {
        super(context, "kube-controller-manager", "node-controller");
        graceRounds = grace.dividedBy(ROUND);
        loop.follow(types.nodes(), this::nodeChanged);
        loop.follow(types.leases(), this::leaseChanged);
        // Not before all heartbeats that are due have been given and heard: after a standstill nobody is to be blamed.
        loop.runEvery(ROUND, () -> loop.schedule("node-round", this::checkHeartbeats));
    }

    private void nodeChanged(WatchEventType kind, ObjectNode node) {
        var name = SimulatedMetadata.nameOf(node);
        if (kind == WatchEventType.DELETED) {
            sights.remove(name);
            return;
        }
        boolean unknown = readyStatus(node).equals("Unknown");
        var sight = sights.get(name);
        if (sight == null) {
            sight = new NodeHeartbeatRecord();
            sights.put(name, sight);
            sight.statusUnknown = unknown;
            if (component.now().minusSeconds(60)
                    .isBefore(Instant.parse(node.path("metadata").path("creationTimestamp").asText("")))) {
                component.recordEvent(types.nodes(), node, SimulatedEvent.normal("RegisteredNode",
                        "Node " + name + " event: Registered Node " + name + " in Controller"));
            }
        } else if (!unknown) {
            sight.rounds = 0;
            sight.statusUnknown = false;
        }
        loop.schedule(List.of("node-taints", name), () -> updateTaints(name));
    }

    private void leaseChanged(WatchEventType kind, ObjectNode lease) {
        var sight = sights.get(SimulatedMetadata.nameOf(lease));
        var renewed = lease.path("spec").path("renewTime").asText("");
        if (sight != null && !renewed.isEmpty() && kind != WatchEventType.DELETED) {
            var at = Instant.parse(renewed);
            // A sign that is heard late is newer than the one before, if not than the last that was heard of the node otherwise.
            if (at.isAfter(sight.renewed) || kind == WatchEventType.ADDED) {
                sight.renewed = at;
                sight.rounds = 0;
            }
            if (kind == WatchEventType.ADDED) {
                // Of whoever was silent before. A sign given since is as old as this machine is slow, which is nobody's silence.
                sight.rounds = Duration.between(at, component.now()).dividedBy(ROUND);
            }
        }
    }

    private void checkHeartbeats() throws SimulatedApiException {
        for (var entry : List.copyOf(sights.entrySet())) {
            var sight = entry.getValue();
            sight.rounds++;
            if (!sight.statusUnknown && sight.rounds > graceRounds) {
                sight.statusUnknown = true;
                markUnreachable(entry.getKey());
            }
        }
    }

    private void markUnreachable(String name) throws SimulatedApiException {
        var node = component.find(types.nodes(), "", name);
        if (node == null) {
            return;
        }
        var now = SimulatedTimestampFormat.secondsText(component.now());
        component.editStatus(types.nodes(), node, status -> setConditionsUnknown(status, now));
        component.recordEvent(types.nodes(), node,
                SimulatedEvent.normal("NodeNotReady", "Node " + name + " status is now: NodeNotReady"));
        for (var cachedPod : pods.onNode(name)) {
            var pod = component.findPod(cachedPod);
            if (pod != null && cachedPod.ready()) {
                component.editStatus(types.pods(), pod,
                        status -> SimulatedContainerStatusWriter.setCondition(status, "Ready", false, component.now()));
                component.recordEvent(types.pods(), pod, SimulatedEvent.warning("NodeNotReady", "Node is not ready"));
            }
        }
    }

    private static void setConditionsUnknown(ObjectNode status, String now) {
        status.path("conditions").forEach(element -> {
            var condition = (ObjectNode) element;
            if (!condition.path("status").asText().equals("Unknown")) {
                condition.put("status", "Unknown").put("lastTransitionTime", now).put("reason", "NodeStatusUnknown")
                        .put("message", "Kubelet stopped posting node status.");
            }
        });
    }

    /** Updates the taints that follow from a node's state and leaves all others alone. */
    private void updateTaints(String name) throws SimulatedApiException {
        var node = component.find(types.nodes(), "", name);
        if (node != null) {
            // Decided on the node as it is when written: a taint that a client adds meanwhile is not lost.
            component.edit(types.nodes(), node, this::replaceTaints);
        }
    }

    private void replaceTaints(ObjectNode node) {
        var wanted = requiredTaints(node);
        var kept = new ArrayList<JsonNode>();
        var present = new LinkedHashSet<String>();
        for (var taint : node.path("spec").path("taints")) {
            var text = taint.path("key").asText() + ":" + taint.path("effect").asText();
            if (!MANAGED.contains(taint.path("key").asText().replace(PREFIX, "")) || wanted.contains(text)) {
                kept.add(taint);
                present.add(text);
            }
        }
        if (kept.size() == node.path("spec").path("taints").size() && present.containsAll(wanted)) {
            return;
        }
        var taints = node.withObjectProperty("spec").putArray("taints");
        kept.forEach(taints::add);
        wanted.stream().filter(text -> !present.contains(text)).forEach(text -> {
            int colon = text.lastIndexOf(':');
            taints.addObject().put("key", text.substring(0, colon)).put("effect", text.substring(colon + 1))
                    .put("timeAdded", SimulatedTimestampFormat.secondsText(component.now()));
        });
        if (taints.isEmpty()) {
            node.withObjectProperty("spec").remove("taints");
        }
    }

    private static Set<String> requiredTaints(ObjectNode node) {
        var wanted = new LinkedHashSet<String>();
        var ready = readyStatus(node);
        if (ready.equals("Unknown") || ready.isEmpty()) {
            wanted.add(PREFIX + "unreachable:NoSchedule");
            wanted.add(PREFIX + "unreachable:NoExecute");
        } else if (ready.equals("False")) {
            wanted.add(PREFIX + "not-ready:NoSchedule");
            wanted.add(PREFIX + "not-ready:NoExecute");
        }
        if (node.path("spec").path("unschedulable").asBoolean()) {
            wanted.add(PREFIX + "unschedulable:NoSchedule");
        }
        PRESSURES.forEach((condition, taint) -> {
            if (SimulatedOwnerStatusWriter.hasTrueCondition(node, condition)) {
                wanted.add(PREFIX + taint + ":NoSchedule");
            }
        });
        return wanted;
    }

    private static String readyStatus(ObjectNode node) {
        var ready = SimulatedOwnerStatusWriter.findCondition(node.path("status").path("conditions"), "Ready");
        return ready == null ? "" : ready.path("status").asText();
    }
}
