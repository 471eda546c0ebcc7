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
import tessera.model.NodeInfo;
import tessera.model.PodFacts;

/** The catalog of workloads that implement the components of GPU stacks. Data: {@code operands.json}. */
final class OperandCatalog {

    static final Pattern NONE = Pattern.compile("(?!)");

    private static final OperandCatalog SHIPPED = loadBundled();

    private final List<String> labels;
    private final Map<StackKind, List<StackOperand>> operands;
    private final List<StackOperand> companions;

    /** A workload on a node with its pod. */
    record FoundOperand(StackOperand operand, PodFacts pod) {}

    private OperandCatalog(JsonNode tree) {
        labels = textList(tree.path("labels"));
        operands = new EnumMap<>(StackKind.class);
        for (var kind : StackKind.values()) {
            operands.put(kind, kind == StackKind.CONTAINERS
                    ? Arrays.stream(StackComponent.values()).map(StackOperand::defaultOperand).toList()
                    : tree.path(kind.name().toLowerCase(Locale.ROOT)).valueStream().map(OperandCatalog::readOperand)
                            .toList());
        }
        companions = tree.path("companions").valueStream().map(OperandCatalog::readOperand).toList();
    }

    private static OperandCatalog loadBundled() {
        try (var file = Objects.requireNonNull(OperandCatalog.class.getResourceAsStream("operands.json"))) {
            return new OperandCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The catalogue of GPU stacks is damaged", e);
        }
    }

    static OperandCatalog standard() {
        return SHIPPED;
    }

    private static StackOperand readOperand(JsonNode entry) {
        return new StackOperand(StackComponent.valueOf(entry.path("component").asText()), entry.path("title").asText(),
                textList(entry.path("apps")), entry.has("sets") ? Pattern.compile(entry.path("sets").asText()) : NONE,
                entry.path("gate").asText());
    }

    private static List<String> textList(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Returns the workload for a component on a node: of several, the first that runs there. */
    Optional<StackOperand> operandFor(StackKind kind, StackComponent component, NodeInfo node) {
        return findRunning(kind, component, node).map(FoundOperand::operand)
                .or(() -> operandsOf(kind, component).findFirst());
    }

    /** Finds the workload for a component on a node by its newest pod, one that has not ended first. */
    Optional<FoundOperand> findRunning(StackKind kind, StackComponent component, NodeInfo node) {
        return operandsOf(kind, component)
                .flatMap(operand -> node.pods().stream()
                        .filter(pod -> operand.ownsPod(pod, labels) && !isOfAnother(pod, operand, kind))
                        .max(Comparator.comparing((PodFacts pod) -> !pod.phase().isTerminal())
                                .thenComparing(PodFacts::created, Comparator.nullsFirst(Comparator.naturalOrder())))
                        .map(pod -> new FoundOperand(operand, pod)).stream())
                .findFirst();
    }

    private Stream<StackOperand> operandsOf(StackKind kind, StackComponent component) {
        return operands.getOrDefault(kind, List.of()).stream().filter(operand -> operand.component() == component);
    }

    /** Returns whether only the label is the operand's: charts give it to the DaemonSets beside the plugin too. */
    private boolean isOfAnother(PodFacts pod, StackOperand operand, StackKind kind) {
        return !operand.namesDaemonSetOf(pod) && Stream.concat(companions.stream(), operands.get(kind).stream()
                .filter(other -> other.component() != operand.component()))
                .anyMatch(other -> other.namesDaemonSetOf(pod));
    }

    /** Returns the pods on the node that work with a component, and may tell why it fails. */
    List<PodFacts> companionPods(StackComponent component, NodeInfo node) {
        return node.pods().stream().filter(pod -> companions.stream()
                .anyMatch(each -> each.component() == component && each.ownsPod(pod, labels)))
                .toList();
    }
}
