package tessera.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.StatusCondition;
import tessera.model.VisiblePodScope;

/** One node with GPUs and the stack on it, healthy but for what a test says. */
public final class Scene {

    private final Sample.NodeBuilder node = Sample.node("n1").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4)
            .label("feature.node.kubernetes.io/pci-10de.present", "true")
            .label("nvidia.com/cuda.driver-version.full", "580.126.20");
    private final Map<GpuStackComponent, PodSummary> pods = new LinkedHashMap<>();
    private final List<OperandDaemonSet> sets = new ArrayList<>();
    private boolean all = true;

    public Scene() {
        for (var component : GpuStackComponent.values()) {
            var name = switch (component) {
                case DISCOVERY -> "gpu-operator-node-feature-discovery-worker";
                case DRIVER -> "nvidia-driver-daemonset";
                case TOOLKIT -> "nvidia-container-toolkit-daemonset";
                case VALIDATOR -> "nvidia-operator-validator";
                case PLUGIN -> "nvidia-device-plugin-daemonset";
                case FEATURES -> "gpu-feature-discovery";
                case EXPORTER -> "nvidia-dcgm-exporter";
                case MIG -> "nvidia-mig-manager";
            };
            sets.add(new OperandDaemonSet("gpu-operator", name, 1, 1, Map.of(), "registry.example/" + name + ":1"));
            if (component != GpuStackComponent.MIG) {
                pod(component, "Running");
                if (!component.gateLabel().isEmpty()) {
                    node.label(component.gateLabel(), "true");
                }
            }
        }
    }

    public Scene label(String key, String value) {
        node.label(key, value);
        return this;
    }

    public Scene taint(String key) {
        node.taint(key, "", "NoSchedule");
        return this;
    }

    public Scene offers(long capacity, long allocatable) {
        node.has("nvidia.com/gpu", capacity, allocatable);
        return this;
    }

    public Scene lost() {
        node.ready("Unknown", "Kubelet stopped posting node status.");
        return this;
    }

    public Scene pod(GpuStackComponent component, String status) {
        return pod(component, status, 0, Duration.ofHours(1));
    }

    public Scene pod(GpuStackComponent component, String status, int restarts, Duration age) {
        boolean runs = status.equals("Running");
        var labels = component == GpuStackComponent.DISCOVERY
                ? Map.of("app.kubernetes.io/name", "node-feature-discovery", "role", "worker")
                : Map.of("app", set(component).name());
        pods.put(component,
                new PodSummary("gpu-operator", component.name().toLowerCase(Locale.ROOT) + "-x", "uid", "n1", "",
                        runs ? PodPhase.RUNNING : PodPhase.PENDING, status, "", "", ResourceAmounts.NONE,
                        ControllerRef.NONE, new HashMap<>(labels), 0, Sample.NOW.minus(age), Sample.NOW.minus(age),
                        null, runs ? 1 : 0, 1, restarts, List.of()));
        return this;
    }

    private OperandDaemonSet set(GpuStackComponent component) {
        return sets.stream().filter(set -> set.runsComponent(component)).findFirst().orElseThrow();
    }

    public Scene without(GpuStackComponent component) {
        pods.remove(component);
        return this;
    }

    public Scene undeployed(GpuStackComponent component) {
        sets.removeIf(set -> set.runsComponent(component));
        return without(component);
    }

    /** Pods of some namespaces only are seen, and none of the stack's. */
    public Scene unseen() {
        all = false;
        pods.clear();
        return this;
    }

    NodeGpuStackComponentChain chain() {
        return stack().chains().getFirst();
    }

    GpuStackStatus stack() {
        return new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet(), objects(), Sample.NOW);
    }

    public GpuStackObjects objects() {
        var policy = new ClusterPolicySummary("cluster-policy", "ready",
                List.of(new StatusCondition("Ready", "True", "Reconciled", "", Instant.EPOCH)), "580.126.20", List.of(),
                ClusterPolicySummary.HelmReleaseRef.NOBODY);
        return new GpuStackObjects(new ClusterReadResult.SuccessfulRead<>(Optional.empty()),
                new ClusterReadResult.SuccessfulRead<>(List.of(policy)), new ClusterReadResult.SuccessfulRead<>(sets),
                new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
    }

    public GpuFleet fleet() {
        var bare = new Sample().with(node).snapshot();
        var info = NodeWithBoundPods.of(bare.nodes().getFirst().nodeSummary(), List.copyOf(pods.values()));
        var scope = all ? new VisiblePodScope.AllPods()
                : new VisiblePodScope.NamespacedScope(List.of("mine"),
                        Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list pods"));
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard())
                .read(new ClusterSnapshot(1, Sample.NOW, bare.connection(), bare.nodeHealth(), bare.podHealth(), scope,
                        List.of(info), List.of(), Duration.ZERO));
    }

    static List<NodeGpuStackComponent.NodeComponentState> states(NodeGpuStackComponentChain chain) {
        return Arrays.stream(GpuStackComponent.values()).map(component -> chain.linkOf(component).state()).toList();
    }
}
