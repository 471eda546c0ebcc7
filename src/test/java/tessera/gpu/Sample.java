package tessera.gpu;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeDraDevices;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.StatusCondition;
import tessera.model.UnrequestedDeviceAccess;
import tessera.model.VisiblePodScope;

/** Small clusters, said in a few words. */
public final class Sample {

    public static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");

    private static final Problem FORBIDDEN = Problem.of(Problem.OperationProblemKind.FORBIDDEN,
            "You may not list pods");
    private static final Problem NO_NODES = Problem.of(Problem.OperationProblemKind.FORBIDDEN,
            "You may not list nodes");

    private final List<NodeSummary> nodes = new ArrayList<>();
    private final List<PodSummary> pods = new ArrayList<>();
    private final Map<String, NodeDraDevices> devices = new HashMap<>();
    private VisiblePodScope scope = new VisiblePodScope.AllPods();
    private SnapshotCollectionHealth nodeHealth = new SnapshotCollectionHealth.LiveCollection();
    private SnapshotCollectionHealth podHealth = new SnapshotCollectionHealth.LiveCollection();

    /** A node in the making. */
    public static final class NodeBuilder {

        private final String name;
        private final Map<String, String> labels = new LinkedHashMap<>();
        private final Map<String, String> annotations = new LinkedHashMap<>();
        private final Map<String, Long> capacity = new LinkedHashMap<>();
        private final Map<String, Long> allocatable = new LinkedHashMap<>();
        private final List<Taint> taints = new ArrayList<>();
        private final List<StatusCondition> more = new ArrayList<>();
        private boolean cordoned;
        private StatusCondition ready = new StatusCondition("Ready", "True", "KubeletReady",
                "kubelet is posting ready status", NOW.minus(Duration.ofDays(30)));

        NodeBuilder(String name) {
            this.name = name;
        }

        public NodeBuilder label(String key, String value) {
            labels.put(key, value);
            return this;
        }

        public NodeBuilder annotation(String key, String value) {
            annotations.put(key, value);
            return this;
        }

        public NodeBuilder nvidia(String product, int count) {
            return label("nvidia.com/gpu.product", product).label("nvidia.com/gpu.count", Integer.toString(count))
                    .label("nvidia.com/gpu.present", "true");
        }

        public NodeBuilder has(String resource, long amount) {
            return has(resource, amount, amount);
        }

        public NodeBuilder has(String resource, long capacityAmount, long allocatableAmount) {
            capacity.put(resource, capacityAmount);
            allocatable.put(resource, allocatableAmount);
            return this;
        }

        public NodeBuilder cordoned() {
            cordoned = true;
            return this;
        }

        public NodeBuilder taint(String key, String value, String effect) {
            taints.add(new Taint(key, value, effect));
            return this;
        }

        public NodeBuilder ready(String status, String message) {
            ready = new StatusCondition("Ready", status, "", message, NOW.minus(Duration.ofMinutes(6)));
            return this;
        }

        /** What else a controller or a monitor says of it, for six minutes. */
        public NodeBuilder condition(String type, String status, String message) {
            more.add(new StatusCondition(type, status, "", message, NOW.minus(Duration.ofMinutes(6))));
            return this;
        }

        public NodeSummary facts() {
            var conditions = new ArrayList<>(more);
            conditions.add(ready);
            capacity.putIfAbsent(ResourceAmounts.PODS, 110L);
            allocatable.putIfAbsent(ResourceAmounts.PODS, 110L);
            return new NodeSummary(name, "uid-" + name, NOW.minus(Duration.ofDays(100)), Map.copyOf(labels), taints,
                    cordoned, ResourceAmounts.of(capacity), ResourceAmounts.of(allocatable), conditions, "10.0.0.1",
                    NodeSystemInfo.UNKNOWN, Map.copyOf(annotations), null);
        }
    }

    public static NodeBuilder node(String name) {
        return new NodeBuilder(name);
    }

    public Sample with(NodeBuilder node) {
        nodes.add(node.facts());
        return this;
    }

    public Sample pod(String key, String node, String resource, long amount) {
        return pod(key, node, ResourceAmounts.of(resource, amount), PodPhase.RUNNING, null);
    }

    public Sample pod(String key, String node, String resource, long amount, Map<String, String> labels) {
        pod(key, node, resource, amount);
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), made.owner(), labels, made.priority(),
                made.created(), made.started(), made.deleting(), made.ready(), made.total(), made.restarts(),
                List.of()));
        return this;
    }

    /** On the pod that was put there last a scheduler noted something of devices. */
    public Sample noted(String annotation, String value) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), made.owner(), made.labels(),
                made.priority(), made.created(), made.started(), made.deleting(), made.ready(), made.total(),
                made.restarts(), made.claims(), made.schedulingConstraints(),
                new UnrequestedDeviceAccess(Map.of(annotation, value), "", List.of(), false, ""), made.images()));
        return this;
    }

    /** The pod that was put there last has this uid. */
    public Sample known(String uid) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), uid, made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), made.owner(), made.labels(),
                made.priority(), made.created(), made.started(), made.deleting(), made.ready(), made.total(),
                made.restarts(), made.claims()));
        return this;
    }

    /** The pod that was put there last is one of a DaemonSet. */
    public Sample ofDaemonSet(String name) {
        return of(new ControllerRef("DaemonSet", name));
    }

    /** The pod that was put there last is one of a ReplicaSet. */
    public Sample ofReplicaSet(String name) {
        return of(new ControllerRef("ReplicaSet", name));
    }

    private Sample of(ControllerRef owner) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), owner, made.labels(), made.priority(),
                made.created(), made.started(), made.deleting(), made.ready(), made.total(), made.restarts(),
                made.claims()));
        return this;
    }

    /** A pod that starts and ends again and again. */
    public Sample crashing(String key, String node, String resource, long amount) {
        pod(key, node, resource, amount);
        return troubled("CrashLoopBackOff", "");
    }

    /** The pod that was put there last is in trouble. */
    public Sample troubled(String status, String message) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                status, made.reason(), message, made.requests(), made.owner(), made.labels(), made.priority(),
                made.created(), made.started(), made.deleting(), 0, made.total(), 4, made.claims()));
        return this;
    }

    /** The containers of the pod that was put there last have not begun. */
    public Sample beginning() {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(),
                PodPhase.PENDING, "ContainerCreating", "ContainerCreating", "", made.requests(), made.owner(),
                made.labels(), made.priority(), made.created(), made.started(), made.deleting(), 0, made.total(), 0,
                made.claims()));
        return this;
    }

    /** The pod that was put there last has ended for good, in its first run. */
    public Sample failed(String status, String message) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(),
                PodPhase.FAILED, status, status, message, made.requests(), made.owner(), made.labels(), made.priority(),
                made.created(), made.started(), made.deleting(), 0, made.total(), 0, made.claims()));
        return this;
    }

    /** Drivers publish devices of a node. */
    public Sample published(String node, NodeDraDevices published) {
        devices.put(node, published);
        return this;
    }

    /** A pod that asks for no device that is counted, but was given some by claims. */
    public Sample claiming(String key, String node, String... claims) {
        pod(key, node, "cpu", 1);
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), made.owner(), made.labels(),
                made.priority(), made.created(), made.started(), made.deleting(), made.ready(), made.total(),
                made.restarts(), List.of(claims)));
        return this;
    }

    /** The pod that was put there last waits for a node, for a reason that the scheduler told. */
    public Sample unplaced(String message) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), "", "", PodPhase.PENDING, "Pending",
                "Unschedulable", message, made.requests(), made.owner(), made.labels(), made.priority(), made.created(),
                null, null, 0, made.total(), 0, made.claims()));
        return this;
    }

    /** The pod that was put there last says where it may go. */
    public Sample placed(PodSchedulingConstraints constraints) {
        var made = pods.removeLast();
        pods.add(new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), made.owner(), made.labels(),
                made.priority(), made.created(), made.started(), made.deleting(), made.ready(), made.total(),
                made.restarts(), made.claims(), Optional.of(constraints)));
        return this;
    }

    public Sample finished(String key, String node, String resource, long amount) {
        return pod(key, node, ResourceAmounts.of(resource, amount), PodPhase.SUCCEEDED, null);
    }

    public Sample waiting(String key, String resource, long amount, @Nullable String message) {
        return waiting(key, ResourceAmounts.of(resource, amount), message);
    }

    public Sample waiting(String key, ResourceAmounts requests, @Nullable String message) {
        return pod(key, "", requests, PodPhase.PENDING, message);
    }

    private Sample pod(String key, String node, ResourceAmounts requests, PodPhase phase, @Nullable String message) {
        var reason = message == null ? "" : "Unschedulable";
        pods.add(new PodSummary(key.substring(0, key.indexOf('/')), key.substring(key.indexOf('/') + 1), "uid-" + key,
                node, "", phase, phase == PodPhase.RUNNING ? "Running" : "Pending", reason,
                message == null ? "" : message, requests, ControllerRef.NONE, Map.of(), 0,
                NOW.minus(Duration.ofMinutes(47)), NOW.minus(Duration.ofMinutes(46)), null, 1, 1, 0, List.of()));
        return this;
    }

    /** Pods may be listed in these namespaces only. */
    public Sample seenIn(String... namespaces) {
        scope = new VisiblePodScope.NamespacedScope(List.of(namespaces), FORBIDDEN);
        return this;
    }

    /** No pod may be listed. */
    public Sample unseen() {
        podHealth = new SnapshotCollectionHealth.UnavailableCollection(FORBIDDEN);
        return this;
    }

    /** Nodes may not be listed. */
    public Sample withoutNodes() {
        nodeHealth = new SnapshotCollectionHealth.UnavailableCollection(NO_NODES);
        return this;
    }

    /** Neither nodes nor pods may be listed. */
    public Sample forbidden() {
        return withoutNodes().unseen();
    }

    private boolean sees(PodSummary pod) {
        return !(podHealth instanceof SnapshotCollectionHealth.UnavailableCollection)
                && (!(scope instanceof VisiblePodScope.NamespacedScope only)
                        || only.namespaces().contains(pod.namespace()));
    }

    public ClusterSnapshot snapshot() {
        var known = nodes.stream().map(NodeSummary::name).collect(Collectors.toSet());
        var placed = pods.stream().filter(this::sees).collect(Collectors.groupingBy(PodSummary::node));
        var infos = nodes.stream().sorted(Comparator.comparing(NodeSummary::name))
                .map(nodeSummary -> NodeWithBoundPods.of(nodeSummary,
                        placed.getOrDefault(nodeSummary.name(), List.of()),
                        devices.getOrDefault(nodeSummary.name(), NodeDraDevices.NONE)))
                .toList();
        var unbound = pods.stream().filter(this::sees).filter(pod -> !known.contains(pod.node())).toList();
        return new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW), nodeHealth, podHealth,
                scope, infos, unbound, Duration.ZERO);
    }

    public GpuFleet fleet() {
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(snapshot());
    }

    /** The only GPU node of this sample. */
    public GpuNode only() {
        var fleet = fleet();
        if (fleet.nodes().size() != 1) {
            throw new IllegalStateException("expected one GPU node, found " + fleet.nodes().size());
        }
        return fleet.nodes().getFirst();
    }
}
