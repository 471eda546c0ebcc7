package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.TopologySpreadConstraint;
import tessera.mig.MigProductCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSchedulingConstraints;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.StatusCondition;
import tessera.model.UnevaluatedPodConstraints;
import tessera.model.VisiblePodScope;
import tessera.scheduling.spec.PodSchedulingSpec;

/** A cluster told by its objects: what the product would know of it, and would read. */
final class Told implements ClusterObjectSource {

    static final Instant NOW = Instant.parse("2026-11-22T14:00:00Z");

    private static final YAMLMapper YAML = new YAMLMapper();

    private final Map<String, JsonNode> nodes = new LinkedHashMap<>();
    private final Map<String, JsonNode> pods = new LinkedHashMap<>();
    private final Map<String, JsonNode> others = new LinkedHashMap<>();

    private final Set<String> forbidden = new HashSet<>();
    private SnapshotCollectionHealth nodeHealth = new SnapshotCollectionHealth.LiveCollection();
    private final Set<String> cut = new HashSet<>();

    private String claims = "resource.k8s.io/v1";

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param version in which claims of devices are served, and in no other */
    void servesClaimsIn(String version) {
        claims = version;
    }

    /** @param resource the plural of a kind of which there are more than are read */
    void cuts(String resource) {
        cut.add(resource);
    }

    /** @param resource the plural of a kind that may not be read */
    void forbids(String resource) {
        forbidden.add(resource);
    }

    private void check(ObjectRef kind) throws ProblemException {
        if (forbidden.contains(kind.resource())) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.FORBIDDEN, "You may not read " + kind.resource()));
        }
    }

    private boolean served(ObjectRef kind) {
        return !kind.apiVersion().startsWith("resource.k8s.io/") || kind.apiVersion().equals(claims);
    }

    /**
     * A node that has room.
     *
     * @param offers besides, e.g. {@code nvidia.com/gpu: 8}
     */
    void node(String name, String spec, String offers) {
        node(yaml("""
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
                spec: {%s}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20', %s}}
                """.formatted(name, name, spec, offers)));
    }

    /** A pod of training. */
    static ObjectNode pod(String name, String requests, String spec) {
        return (ObjectNode) yaml("""
                metadata: {namespace: ml, name: %s, uid: uid-%s, labels: {app: train}}
                spec:
                  containers: [{name: main, resources: {requests: {%s}}}]
                  %s
                """.formatted(name, name, requests, spec));
    }

    void node(JsonNode node) {
        nodes.put(node.at("/metadata/name").asText(), node);
    }

    void pod(JsonNode pod) {
        pods.put(pod.at("/metadata/namespace").asText() + "/" + pod.at("/metadata/name").asText(), pod);
    }

    /** @param resource the plural of its kind */
    void other(String resource, JsonNode object) {
        others.put(resource + "/" + object.at("/metadata/name").asText(), object);
    }

    @Override
    public Optional<JsonNode> find(ObjectRef object) throws ProblemException {
        check(object);
        return Optional.ofNullable(others.get(object.resource() + "/" + object.name()))
                .filter(element -> served(object));
    }

    @Override
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws ProblemException {
        check(kind);
        if (!served(kind)) {
            return false;
        }
        if (kind.resource().equals("pods")) {
            pods.values().forEach(reader);
        }
        others.forEach((key, object) -> {
            if (key.startsWith(kind.resource() + "/")) {
                reader.accept(object);
            }
        });
        return !cut.contains(kind.resource());
    }

    /** Some nodes are not read yet. */
    void readsNodes() {
        nodeHealth = new SnapshotCollectionHealth.LoadingCollection(nodes.size(), 1);
    }

    /** What comes of a pod. */
    PodFitResult fit(JsonNode pod, String message) {
        var spec = PodSchedulingSpec.of(pod);
        try {
            return new PodFitCheck(MigProductCatalog.bundled()).check(
                    new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(snapshot()), spec,
                    Optional.of(facts(pod, message)), new PodPlacementInputReader(this).read(spec));
        } catch (ProblemException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What lists say of it, who do not read it whole. */
    PendingDiagnosis verdict(JsonNode pod, String message) {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(snapshot());
        return new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()).diagnose(facts(pod, message));
    }

    ClusterSnapshot snapshot() {
        var all = pods.values().stream().map(pod -> facts(pod, "")).toList();
        var on = all.stream().collect(Collectors.groupingBy(PodSummary::node));
        var infos = nodes.values().stream().map(Told::facts)
                .map(node -> NodeWithBoundPods.of(node, on.getOrDefault(node.name(), List.of())))
                .sorted(Comparator.comparing(NodeWithBoundPods::name)).toList();
        return new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW), nodeHealth,
                new SnapshotCollectionHealth.LiveCollection(), new VisiblePodScope.AllPods(), infos,
                on.getOrDefault("", List.of()), Duration.ZERO);
    }

    private static NodeSummary facts(JsonNode node) {
        var taints = new ArrayList<Taint>();
        node.at("/spec/taints").forEach(taint -> taints.add(
                new Taint(taint.path("key").asText(), taint.path("value").asText(), taint.path("effect").asText())));
        var allocatable = amounts(node.at("/status/allocatable"));
        var capacity = node.at("/status/capacity").isMissingNode() ? allocatable : amounts(node.at("/status/capacity"));
        return new NodeSummary(node.at("/metadata/name").asText(), "", NOW, texts(node.at("/metadata/labels")), taints,
                node.at("/spec/unschedulable").asBoolean(), capacity, allocatable,
                List.of(new StatusCondition("Ready", node.at("/status/ready").asText("True"), "Kubelet", "", NOW)), "",
                NodeSystemInfo.UNKNOWN);
    }

    private static PodSummary facts(JsonNode pod, String message) {
        var metadata = pod.path("metadata");
        var phase = switch (pod.at("/status/phase").asText()) {
            case "Succeeded" -> PodPhase.SUCCEEDED;
            case "Failed" -> PodPhase.FAILED;
            case "Running" -> PodPhase.RUNNING;
            default -> PodPhase.PENDING;
        };
        var reason = pod.at("/status/reason").asText();
        return new PodSummary(metadata.path("namespace").asText(), metadata.path("name").asText(),
                metadata.path("uid").asText(), pod.at("/spec/nodeName").asText(),
                pod.at("/status/nominatedNodeName").asText(), phase, reason.isEmpty() ? phase.toString() : reason,
                message.equals(SchedulerFailureMessages.GATED) ? "SchedulingGated" : reason,
                message.isEmpty() ? pod.at("/status/message").asText() : message, PodSchedulingSpec.of(pod).requests(),
                owner(metadata), texts(metadata.path("labels")), pod.at("/spec/priority").asInt(), NOW, null,
                metadata.has("deletionTimestamp") ? NOW : null, 0, 1, 0, List.of(), placing(pod));
    }

    private static Optional<PodSchedulingConstraints> placing(JsonNode pod) {
        var spec = PodSchedulingSpec.of(pod);
        var ties = new UnevaluatedPodConstraints(
                spec.spreadConstraints().stream().map(TopologySpreadConstraint::topologyKey).distinct().toList(),
                !spec.affinity().isEmpty(), !spec.antiAffinity().isEmpty(), !spec.volumeClaims().isEmpty());
        return pod.at("/spec/nodeName").asText().isEmpty()
                ? Optional.of(new PodSchedulingConstraints(spec.nodeAffinity(), spec.tolerations(), ties))
                : Optional.empty();
    }

    private static ControllerRef owner(JsonNode metadata) {
        var owner = metadata.path("ownerReferences").path(0);
        return owner.isMissingNode() ? ControllerRef.NONE
                : new ControllerRef(owner.path("apiVersion").asText(), owner.path("kind").asText(),
                        owner.path("name").asText());
    }

    private static Map<String, String> texts(JsonNode map) {
        var texts = new HashMap<String, String>();
        map.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }

    private static ResourceAmounts amounts(JsonNode quantities) {
        var amounts = new HashMap<String, Long>();
        quantities.properties().forEach(each -> amounts.put(each.getKey(),
                QuantityParser.parseAmount(each.getKey(), each.getValue().asText()).orElse(0)));
        return ResourceAmounts.of(amounts);
    }
}
