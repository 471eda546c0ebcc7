package tessera.plan.node;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.disruption.PodDisruptionBudget.BudgetStatus;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.GpuSharingAnnotations;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.StatusCondition;
import tessera.model.UnrequestedDeviceAccess;
import tessera.model.VisiblePodScope;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.context.PodPlanningDetails;

/** A small cluster said in a few words, as planners see it. */
final class Scene {

    private static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");

    private final Map<String, PlanTargetNode> nodes = new HashMap<>();
    private final List<String> targets = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final List<PodDisruptionBudget> budgets = new ArrayList<>();
    private VisiblePodScope scope = new VisiblePodScope.AllPods();

    /** A pod and what a snapshot does not keep of it; changed step by step. */
    static final class Pod {

        private final String key;
        private final String node;
        private ControllerRef owner = new ControllerRef("ReplicaSet", "set");
        private ResourceAmounts requests = ResourceAmounts.NONE;
        private PodPhase phase = PodPhase.RUNNING;
        private @Nullable Instant deleting;
        private Map<String, String> labels = Map.of();
        private Map<String, String> nodeSelector = Map.of();
        private List<Toleration> tolerations = List.of();
        private List<String> emptyDirs = List.of();
        private boolean fromFile;
        private UnrequestedDeviceAccess devices = UnrequestedDeviceAccess.NONE;

        private Pod(String key, String node) {
            this.key = key;
            this.node = node;
        }

        Pod owner(String kind, String name) {
            owner = new ControllerRef(kind, name);
            return this;
        }

        Pod unmanaged() {
            owner = ControllerRef.NONE;
            return this;
        }

        Pod gpus(long count) {
            return requests("nvidia.com/gpu", count);
        }

        Pod requests(String resource, long count) {
            requests = ResourceAmounts.of(resource, count);
            return this;
        }

        /** Half a GPU from KAI. */
        Pod fraction() {
            labels = Map.of("runai-gpu-group", "g1");
            devices = new UnrequestedDeviceAccess(Map.of(GpuSharingAnnotations.FRACTION, "0.5"), "", List.of(), false,
                    "");
            return this;
        }

        /** One of KAI's, for the pods of a group. */
        Pod reservation(String group) {
            labels = Map.of("runai-gpu-group", group, "app", "kai-resource-reservation");
            return this;
        }

        Pod phase(PodPhase other) {
            phase = other;
            return this;
        }

        Pod leaving() {
            deleting = NOW;
            return this;
        }

        Pod label(String name, String value) {
            labels = Map.of(name, value);
            return this;
        }

        Pod selects(String name, String value) {
            nodeSelector = Map.of(name, value);
            return this;
        }

        Pod tolerates(Toleration... some) {
            tolerations = List.of(some);
            return this;
        }

        Pod emptyDir() {
            emptyDirs = List.of("scratch");
            return this;
        }

        Pod fromFile() {
            fromFile = true;
            return this;
        }

        private String namespace() {
            return key.substring(0, key.indexOf('/'));
        }

        private String name() {
            return key.substring(key.indexOf('/') + 1);
        }

        private PodSummary facts() {
            return new PodSummary(namespace(), name(), "uid-" + key, node, "", phase, "Running", "", "", requests,
                    owner, labels, 0, NOW, NOW, deleting, 1, 1, 0, List.of(), Optional.empty(), devices, List.of());
        }

        private PodPlanningDetails detail() {
            return new PodPlanningDetails(namespace(), name(), "uid-" + key, nodeSelector, tolerations, emptyDirs,
                    fromFile);
        }
    }

    Scene node(String name, Taint... taints) {
        return node(new PlanTargetNode(name, "uid-" + name, "7", Map.of("zone", name),
                Arrays.stream(taints).map(taint -> new NodeTaint(taint, "")).toList(), false, Map.of()));
    }

    Scene node(PlanTargetNode node) {
        nodes.put(node.name(), node);
        targets.add(node.name());
        return this;
    }

    Pod pod(String key, String node) {
        var pod = new Pod(key, node);
        pods.add(pod);
        return pod;
    }

    /** A pod that waits for a node. */
    Pod waiting(String key) {
        return pod(key, "").phase(PodPhase.PENDING);
    }

    Scene budget(String name, String label, String value, int allowed) {
        budgets.add(new PodDisruptionBudget("team", name,
                new LabelSelector(List.of(LabelRequirement.equalTo(label, value))), false,
                BudgetStatus.counted(allowed, 1 + allowed, 1)));
        return this;
    }

    Scene seenIn(String namespace) {
        scope = new VisiblePodScope.NamespacedScope(List.of(namespace),
                Problem.of(OperationProblemKind.FORBIDDEN, "You may not list pods"));
        return this;
    }

    NodeAndPodPlannerInput survey() {
        var infos = nodes.values().stream().sorted(Comparator.comparing(PlanTargetNode::name))
                .map(node -> NodeWithBoundPods.of(facts(node), podsOn(node.name()).toList())).toList();
        var clusterSnapshot = new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW),
                new SnapshotCollectionHealth.LiveCollection(), new SnapshotCollectionHealth.LiveCollection(), scope,
                infos, podsOn("").toList(), Duration.ZERO);
        var details = new HashMap<String, PodPlanningDetails>();
        pods.forEach(pod -> details.put("uid-" + pod.key, pod.detail()));
        return new NodeAndPodPlannerInput(clusterSnapshot, AcceleratorCatalog.standard(), targets, nodes, details,
                budgets, List.of(), Optional.empty(), Optional.empty());
    }

    private Stream<PodSummary> podsOn(String node) {
        return pods.stream().filter(pod -> pod.node.equals(node)).map(Pod::facts);
    }

    private static ResourceAmounts resources(PlanTargetNode node) {
        if (node.name().startsWith("gaudi")) {
            return ResourceAmounts.of("habana.ai/gaudi", 8);
        }
        return node.name().startsWith("amd") ? ResourceAmounts.of("amd.com/gpu", 8)
                : ResourceAmounts.of("nvidia.com/gpu", 8);
    }

    private static NodeSummary facts(PlanTargetNode node) {
        return new NodeSummary(node.name(), node.uid(), NOW, node.labels(),
                node.taints().stream().map(NodeTaint::taint).toList(), node.unschedulable(), resources(node),
                resources(node), List.of(new StatusCondition("Ready", "True", "KubeletReady", "", NOW)), "",
                NodeSystemInfo.UNKNOWN);
    }
}
