package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** The machines behind the nodes: those with a running kubelet, and its heartbeats. */
public final class SimulatedKubeletHeartbeats {

    /** How long after its last sign a node is taken to have been silent from the beginning. */
    private static final Duration SILENT = Duration.ofSeconds(45);
    private static final Duration SIGN = Duration.ofSeconds(10);
    private static final Duration REPORT = Duration.ofMinutes(5);
    /** More nodes than this give signs more rarely, so that the largest fleets stay cheap. */
    private static final int FREQUENT = 500;
    private static final int RAREST = 4;
    /** Status, reason and message of each condition of a node that is well. */
    private static final Map<String, List<String>> HEALTHY = Map.of("Ready",
            List.of("True", "KubeletReady", "kubelet is posting ready status"), "MemoryPressure",
            List.of("False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"), "DiskPressure",
            List.of("False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"), "PIDPressure",
            List.of("False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"));

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, SimulatedMachineState> machines = new ConcurrentHashMap<>();
    private final Set<String> ownKubelet = ConcurrentHashMap.newKeySet();
    private final Set<String> beating = new HashSet<>();
    private Consumer<String> onReturn = name -> {};

    /** The address, pod range and driver state of a node's machine. */
    private static final class SimulatedMachineState {

        private String address = "";
        private String podRange = "";
        private boolean driverless;
        private int podsBegun = 40;
    }

    public SimulatedKubeletHeartbeats(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kubelet", "kubelet");
        loop.follow(types.nodes(), this::nodeChanged);
    }

    /** Sets the listener told the name of a node whose kubelet runs again. */
    public void onReturn(Consumer<String> action) {
        onReturn = action;
    }

    private void nodeChanged(WatchEventType kind, ObjectNode node) {
        var name = SimulatedMetadata.nameOf(node);
        if (kind == WatchEventType.DELETED) {
            machines.remove(name);
            return;
        }
        var machine = machines.computeIfAbsent(name, _ -> new SimulatedMachineState());
        machine.podRange = node.path("spec").path("podCIDR").asText("");
        machine.driverless = node.path("status").path("nodeInfo").path("kernelVersion").asText("")
                .startsWith("6.8.0-79");
        node.path("status").path("addresses").valueStream()
                .filter(address -> address.path("type").asText().equals("InternalIP"))
                .forEach(address -> machine.address = address.path("address").asText());
    }

    /** Starts a kubelet on every node with a fresh lease; other nodes are dead or have foreign kubelets. */
    public void startKubelets() {
        for (var node : loop.objects().store().list(types.nodes(), "").objects()) {
            var lease = component.find(types.leases(), "kube-node-lease", node.name());
            var renewed = lease == null ? "" : lease.path("spec").path("renewTime").asText("");
            if (!renewed.isEmpty() && Instant.parse(renewed).plus(SILENT).isAfter(component.now())) {
                ownKubelet.add(node.name());
            }
        }
        ownKubelet.forEach(name -> startHeartbeats(name, Math.floorMod(name.hashCode(), 1000)));
    }

    private void startHeartbeats(String name, int perMille) {
        if (beating.add(name)) {
            int factor = Math.clamp(ownKubelet.size() / FREQUENT, 1, RAREST);
            scheduleHeartbeats(name, SIGN.multipliedBy(factor), perMille, this::renewLease);
            scheduleHeartbeats(name, REPORT, perMille, this::reportStatus);
        }
    }

    @FunctionalInterface
    private interface HeartbeatTask {
        void beat(String name) throws SimulatedApiException;
    }

    /** Schedules heartbeats, spread over their period. */
    private void scheduleHeartbeats(String name, Duration period, int perMille, HeartbeatTask beat) {
        loop.runAfter(period.multipliedBy(perMille).dividedBy(1000), () -> repeatHeartbeat(name, period, beat));
    }

    private void repeatHeartbeat(String name, Duration period, HeartbeatTask beat) throws SimulatedApiException {
        if (!machines.containsKey(name)) {
            beating.remove(name);
            return;
        }
        loop.runAfter(period, () -> repeatHeartbeat(name, period, beat));
        if (isAlive(name)) {
            beat.beat(name);
        }
    }

    private void renewLease(String name) throws SimulatedApiException {
        var lease = component.find(types.leases(), "kube-node-lease", name);
        if (lease != null) {
            component.writeStatus(types.leases(), lease, object -> object.withObjectProperty("spec").put("renewTime",
                    SimulatedTimestampFormat.microsText(component.now())));
        }
    }

    private void reportStatus(String name) throws SimulatedApiException {
        if (writeNodeStatus(name)) {
            onReturn.accept(name);
        }
    }

    /** Writes the node's conditions and returns whether it had been unreachable. */
    private boolean writeNodeStatus(String name) throws SimulatedApiException {
        var node = component.find(types.nodes(), "", name);
        if (node == null) {
            return false;
        }
        boolean given = node.at("/status/conditions").findValuesAsText("status").contains("Unknown");
        var now = SimulatedTimestampFormat.secondsText(component.now());
        component.writeStatus(types.nodes(), node, object -> beatConditions(object, now));
        return given;
    }

    private static void beatConditions(ObjectNode object, String now) {
        object.at("/status/conditions").forEach(element -> {
            var condition = (ObjectNode) element;
            condition.put("lastHeartbeatTime", now);
            var healthy = HEALTHY.get(condition.path("type").asText());
            if (healthy != null && condition.path("status").asText().equals("Unknown")) {
                condition.put("lastTransitionTime", now).put("status", healthy.get(0)).put("reason", healthy.get(1))
                        .put("message", healthy.get(2));
            }
        });
    }

    /** Returns whether the node exists and its kubelet runs. Any thread. */
    public boolean isAlive(String node) {
        return machines.containsKey(node) && ownKubelet.contains(node);
    }

    /** Returns whether the node's kubelet runs, even before the control loop has started. Any thread. */
    public boolean isKubeletRunning(String node) {
        return ownKubelet.contains(node);
    }

    /** Stops a node's kubelet, as a power failure would. Any thread. */
    public void stopKubelet(String node) {
        loop.submit(() -> ownKubelet.remove(node));
    }

    /** Starts a node's kubelet, also on a node that never had one. Any thread. */
    public void startKubelet(String node) {
        loop.submit(() -> {
            if (ownKubelet.add(node)) {
                startHeartbeats(node, 0);
                renewLease(node);
                writeNodeStatus(node);
                onReturn.accept(node);
            }
        });
    }

    String addressOf(String node) {
        var machine = machines.get(node);
        return machine == null ? "" : machine.address;
    }

    /** Returns whether the node has GPUs for which its kernel has no driver. */
    public boolean lacksDriver(String node) {
        var machine = machines.get(node);
        return machine != null && machine.driverless;
    }

    String newPodAddress(String node) {
        var machine = machines.get(node);
        if (machine == null || !machine.podRange.contains(".")) {
            return "10.255.0.1";
        }
        machine.podsBegun = machine.podsBegun % 253 + 1;
        return machine.podRange.substring(0, machine.podRange.lastIndexOf('.') + 1) + (machine.podsBegun + 1);
    }
}
