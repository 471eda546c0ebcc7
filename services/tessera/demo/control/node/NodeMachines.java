package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** The machines behind the nodes: which of them run a kubelet, and the signs of life these give. */
public final class NodeMachines {

    /** How long after its last sign a node is taken to have been silent from the beginning. */
    private static final Duration SILENT = Duration.ofSeconds(45);
    private static final Duration SIGN = Duration.ofSeconds(10);
    private static final Duration REPORT = Duration.ofMinutes(5);
    /** More nodes than this give signs more rarely, so that the largest fleets stay cheap. */
    private static final int FREQUENT = 500;
    private static final int RAREST = 4;
    private static final String SUFFICIENT = "KubeletHasSufficientMemory";

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;
    private final Map<String, MachineState> machines = new ConcurrentHashMap<>();
    private final Set<String> ownKubelet = ConcurrentHashMap.newKeySet();
    private final Set<String> beating = new HashSet<>();
    private Consumer<String> onReturn = name -> {};

    /** What is known of a node's machine. */
    private static final class MachineState {

        private String address = "";
        private String podRange = "";
        private boolean driverless;
        private int podsBegun = 40;
    }

    public NodeMachines(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kubelet", "kubelet");
        loop.follow(kinds.nodes(), this::changed);
    }

    /**
     * Has someone told of nodes that come back.
     *
     * @param action told the name of a node whose kubelet runs again
     */
    public void onReturn(Consumer<String> action) {
        onReturn = action;
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode node) {
        var name = StoreJson.text(node, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED) {
            machines.remove(name);
            return;
        }
        var machine = machines.computeIfAbsent(name, _ -> new MachineState());
        machine.podRange = StoreJson.text(node, "spec", "podCIDR");
        machine.driverless = StoreJson.text(node, "status", "nodeInfo", "kernelVersion").startsWith("6.8.0-79");
        for (var address : node.path("status").path("addresses")) {
            if (address.path("type").asText().equals("InternalIP")) {
                machine.address = address.path("address").asText();
            }
        }
    }

    /** Gives a kubelet to every node whose lease is fresh; other nodes are dead, or somebody else's business. */
    public void switchOn() {
        for (var node : loop.objects().store().list(kinds.nodes(), "").objects()) {
            var lease = component.find(kinds.leases(), "kube-node-lease", node.name());
            var renewed = lease == null ? "" : StoreJson.text(lease, "spec", "renewTime");
            if (!renewed.isEmpty() && Instant.parse(renewed).plus(SILENT).isAfter(component.now())) {
                ownKubelet.add(node.name());
            }
        }
        ownKubelet.forEach(name -> startBeating(name, Math.floorMod(name.hashCode(), 1000)));
    }

    private void startBeating(String name, int perMille) {
        if (beating.add(name)) {
            int factor = Math.clamp(ownKubelet.size() / FREQUENT, 1, RAREST);
            beat(name, SIGN.multipliedBy(factor), perMille, this::renew);
            beat(name, REPORT, perMille, this::speak);
        }
    }

    @FunctionalInterface
    private interface Beat {
        void give(String name) throws ApiError;
    }

    /** Beats are spread over their period. */
    private void beat(String name, Duration period, int perMille, Beat beat) {
        loop.after(period.multipliedBy(perMille).dividedBy(1000), () -> again(name, period, beat));
    }

    private void again(String name, Duration period, Beat beat) throws ApiError {
        if (!machines.containsKey(name)) {
            beating.remove(name);
            return;
        }
        loop.after(period, () -> again(name, period, beat));
        if (alive(name)) {
            beat.give(name);
        }
    }

    private void renew(String name) throws ApiError {
        var lease = component.find(kinds.leases(), "kube-node-lease", name);
        if (lease != null) {
            component.report(kinds.leases(), lease,
                    object -> StoreJson.child(object, "spec").put("renewTime", ObjectTimes.micros(component.now())));
        }
    }

    private void speak(String name) throws ApiError {
        if (report(name)) {
            onReturn.accept(name);
        }
    }

    /** Whether the node had been given up. */
    private boolean report(String name) throws ApiError {
        var node = component.find(kinds.nodes(), "", name);
        if (node == null) {
            return false;
        }
        boolean given = node.at("/status/conditions").findValuesAsText("status").contains("Unknown");
        var now = ObjectTimes.seconds(component.now());
        component.report(kinds.nodes(), node, object -> object.at("/status/conditions").forEach(each -> {
            var condition = (ObjectNode) each;
            condition.put("lastHeartbeatTime", now);
            if (condition.path("status").asText().equals("Unknown")) {
                condition.put("lastTransitionTime", now);
                recover(condition);
            }
        }));
        return given;
    }

    private static void recover(ObjectNode condition) {
        switch (condition.path("type").asText()) {
            case "Ready" -> say(condition, "True", "KubeletReady", "kubelet is posting ready status");
            case "MemoryPressure" -> say(condition, "False", SUFFICIENT, "kubelet has sufficient memory available");
            case "DiskPressure" -> say(condition, "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure");
            default -> say(condition, "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available");
        }
    }

    private static void say(ObjectNode condition, String status, String reason, String message) {
        condition.put("status", status).put("reason", reason).put("message", message);
    }

    /** Whether the node exists and its kubelet runs. Any thread. */
    public boolean alive(String node) {
        return machines.containsKey(node) && ownKubelet.contains(node);
    }

    /** Whether the kubelet of a node runs that is known to exist, also before anything else has begun. Any thread. */
    public boolean answers(String node) {
        return ownKubelet.contains(node);
    }

    /** Pulls a node's plug. Any thread. */
    public void silence(String node) {
        loop.submit(() -> ownKubelet.remove(node));
    }

    /** Starts a node's kubelet, also on one that never had any. Any thread. */
    public void revive(String node) {
        loop.submit(() -> {
            if (ownKubelet.add(node)) {
                startBeating(node, 0);
                renew(node);
                report(node);
                onReturn.accept(node);
            }
        });
    }

    String address(String node) {
        var machine = machines.get(node);
        return machine == null ? "" : machine.address;
    }

    /** Whether the node has GPUs for which its kernel has no driver. */
    public boolean driverless(String node) {
        var machine = machines.get(node);
        return machine != null && machine.driverless;
    }

    /** The next address in the node's range. */
    String newPodAddress(String node) {
        var machine = machines.get(node);
        if (machine == null || !machine.podRange.contains(".")) {
            return "10.255.0.1";
        }
        machine.podsBegun = machine.podsBegun % 253 + 1;
        return machine.podRange.substring(0, machine.podRange.lastIndexOf('.') + 1) + (machine.podsBegun + 1);
    }
}
