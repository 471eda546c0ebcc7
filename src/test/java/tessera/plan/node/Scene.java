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
import tessera.insight.AcceleratorCatalog;
import tessera.model.Condition;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.NodeSystem;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ResourceAmounts;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.NodeObject;
import tessera.plan.context.NodeObject.NodeTaint;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.PodDetail;

/** A small cluster said in a few words, as planners see it. */
final class Scene {

    private static final Instant NOW = Instant.parse("2026-11-21T14:00:00Z");

    private final Map<String, NodeObject> nodes = new HashMap<>();
    private final List<String> targets = new ArrayList<>();
    private final List<Pod> pods = new ArrayList<>();
    private final List<BudgetStatus> budgets = new ArrayList<>();
    private PodScope scope = new PodScope.All();

    /** A pod and what a snapshot does not keep of it; changed step by step. */
    static final class Pod {

        private final String key;
        private final String node;
        private OwnerRef owner = new OwnerRef("ReplicaSet", "set");
        private ResourceAmounts requests = ResourceAmounts.NONE;
        private PodPhase phase = PodPhase.RUNNING;
        private @Nullable Instant deleting;
        private Map<String, String> labels = Map.of();
        private Map<String, String> nodeSelector = Map.of();
        private List<Toleration> tolerations = List.of();
        private List<String> emptyDirs = List.of();
        private boolean fromFile;

        private Pod(String key, String node) {
            this.key = key;
            this.node = node;
        }

        Pod owner(String kind, String name) {
            owner = new OwnerRef(kind, name);
            return this;
        }

        Pod unmanaged() {
            owner = OwnerRef.NONE;
            return this;
        }

        Pod gpus(long count) {
            requests = ResourceAmounts.of("nvidia.com/gpu", count);
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

        private PodFacts facts() {
            return new PodFacts(namespace(), name(), "uid-" + key, node, "", phase, "Running", "", "", requests, owner,
                    labels, 0, NOW, NOW, deleting, 1, 1, 0, List.of());
        }

        private PodDetail detail() {
            return new PodDetail(namespace(), name(), "uid-" + key, nodeSelector, tolerations, emptyDirs, fromFile);
        }
    }

    Scene node(String name, Taint... taints) {
        return node(new NodeObject(name, "uid-" + name, "7", Map.of("zone", name),
                Arrays.stream(taints).map(taint -> new NodeTaint(taint, "")).toList(), false, Map.of()));
    }

    Scene node(NodeObject node) {
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
        budgets.add(
                new BudgetStatus("team", name, new BudgetStatus.BudgetSelector(Map.of(label, value), List.of(), false),
                        allowed,
                        "it needs 1 healthy pods and has " + (1 + allowed)));
        return this;
    }

    Scene seenIn(String namespace) {
        scope = new PodScope.NamespacedScope(List.of(namespace),
                Problem.of(ProblemKind.FORBIDDEN, "You may not list pods"));
        return this;
    }

    PlanSurvey survey() {
        var infos = nodes.values().stream().sorted(Comparator.comparing(NodeObject::name))
                .map(node -> NodeInfo.of(facts(node), podsOn(node.name()).toList())).toList();
        var snapshot = new Snapshot(1, NOW, new SessionConnection.LiveConnection(NOW), new SourceHealth.LiveSource(),
                new SourceHealth.LiveSource(),
                scope, infos, podsOn("").toList(), Duration.ZERO);
        var details = new HashMap<String, PodDetail>();
        pods.forEach(pod -> details.put("uid-" + pod.key, pod.detail()));
        return new PlanSurvey(snapshot, AcceleratorCatalog.standard(), targets, nodes, details, budgets, List.of(),
                Optional.empty(), Optional.empty());
    }

    private Stream<PodFacts> podsOn(String node) {
        return pods.stream().filter(pod -> pod.node.equals(node)).map(Pod::facts);
    }

    private static ResourceAmounts resources(NodeObject node) {
        return node.name().startsWith("amd") ? ResourceAmounts.of("amd.com/gpu", 8)
                : ResourceAmounts.of("nvidia.com/gpu", 8);
    }

    private static NodeFacts facts(NodeObject node) {
        return new NodeFacts(node.name(), node.uid(), NOW, node.labels(),
                node.taints().stream().map(NodeTaint::taint).toList(), node.unschedulable(),
                resources(node), resources(node), List.of(new Condition("Ready", "True", "KubeletReady", "", NOW)), "",
                NodeSystem.UNKNOWN);
    }
}
