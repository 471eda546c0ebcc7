package tessera.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/** The catalog of workloads that implement the components of GPU stacks. Data: {@code operands.json}. */
final class GpuStackOperandCatalog {

    private static final GpuStackOperandCatalog SHIPPED = loadBundled();

    private final List<String> labels;
    private final Map<NodeGpuStackVariant, List<GpuStackOperand>> operands;
    private final List<GpuStackOperand> companions;

    /** A workload on a node with its pod. */
    record FoundOperand(GpuStackOperand operand, PodSummary pod) {}

    private GpuStackOperandCatalog(JsonNode tree) {
        labels = textList(tree.path("labels"));
        operands = new EnumMap<>(NodeGpuStackVariant.class);
        for (var kind : NodeGpuStackVariant.values()) {
            operands.put(kind,
                    kind == NodeGpuStackVariant.CONTAINERS
                            ? Arrays.stream(GpuStackComponent.values()).map(GpuStackOperand::defaultOperand).toList()
                            : tree.path(kind.name().toLowerCase(Locale.ROOT)).valueStream()
                                    .map(GpuStackOperandCatalog::readOperand).toList());
        }
        companions = tree.path("companions").valueStream().map(GpuStackOperandCatalog::readOperand).toList();
    }

    private static GpuStackOperandCatalog loadBundled() {
        try (var file = Objects.requireNonNull(GpuStackOperandCatalog.class.getResourceAsStream("operands.json"))) {
            return new GpuStackOperandCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("operands.json is damaged", e);
        }
    }

    static GpuStackOperandCatalog standard() {
        return SHIPPED;
    }

    private static GpuStackOperand readOperand(JsonNode entry) {
        return new GpuStackOperand(GpuStackComponent.valueOf(entry.path("component").asText()),
                entry.path("title").asText(), textList(entry.path("apps")),
                entry.has("sets") ? Pattern.compile(entry.path("sets").asText()) : GpuStackOperand.NONE,
                entry.path("gate").asText());
    }

    private static List<String> textList(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Returns the workload for a component on a node: of several, the first that runs there. */
    Optional<GpuStackOperand> operandFor(NodeGpuStackVariant kind, GpuStackComponent component,
            NodeWithBoundPods node) {
        return findRunning(kind, component, node).map(FoundOperand::operand)
                .or(() -> operandsOf(kind, component).findFirst());
    }

    /** Finds the workload for a component on a node by its newest pod, one that has not ended first. */
    Optional<FoundOperand> findRunning(NodeGpuStackVariant kind, GpuStackComponent component, NodeWithBoundPods node) {
        return operandsOf(kind, component).flatMap(operand -> node.pods().stream()
                .filter(pod -> operand.ownsPod(pod, labels) && !isOfAnother(pod, operand, kind))
                .max(Comparator.comparing((PodSummary pod) -> !pod.phase().isTerminal())
                        .thenComparing(PodSummary::created, Comparator.nullsFirst(Comparator.naturalOrder())))
                .map(pod -> new FoundOperand(operand, pod)).stream()).findFirst();
    }

    private Stream<GpuStackOperand> operandsOf(NodeGpuStackVariant kind, GpuStackComponent component) {
        return operands.getOrDefault(kind, List.of()).stream().filter(operand -> operand.component() == component);
    }

    /** Returns whether only the label is the operand's: charts give it to the DaemonSets beside the plugin too. */
    private boolean isOfAnother(PodSummary pod, GpuStackOperand operand, NodeGpuStackVariant kind) {
        return !operand.namesDaemonSetOf(pod) && Stream
                .concat(companions.stream(),
                        operands.getOrDefault(kind, List.of()).stream()
                                .filter(other -> other.component() != operand.component()))
                .anyMatch(other -> other.namesDaemonSetOf(pod));
    }

    /** Returns the pods on the node that work with a component, and may tell why it fails. */
    List<PodSummary> companionPods(GpuStackComponent component, NodeWithBoundPods node) {
        return node.pods().stream().filter(
                pod -> companions.stream().anyMatch(each -> each.component() == component && each.ownsPod(pod, labels)))
                .toList();
    }
}
