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

/** The catalogue of workloads that do the parts of GPU stacks. Data: {@code operands.json}. */
final class OperandCatalog {

    static final Pattern NONE = Pattern.compile("(?!)");

    private static final OperandCatalog SHIPPED = read();

    private final List<String> labels;
    private final Map<StackKind, List<StackOperand>> operands;
    private final Map<StackComponent, List<String>> companions;

    /** A workload on a node, and its pod there. */
    record FoundOperand(StackOperand operand, PodFacts pod) {}

    private OperandCatalog(JsonNode tree) {
        labels = texts(tree.path("labels"));
        operands = new EnumMap<>(StackKind.class);
        for (var kind : StackKind.values()) {
            operands.put(kind, kind == StackKind.CONTAINERS
                    ? Arrays.stream(StackComponent.values()).map(StackOperand::of).toList()
                    : tree.path(kind.name().toLowerCase(Locale.ROOT)).valueStream().map(OperandCatalog::operand)
                            .toList());
        }
        companions = new EnumMap<>(StackComponent.class);
        tree.path("companions").properties()
                .forEach(each -> companions.put(StackComponent.valueOf(each.getKey()), texts(each.getValue())));
    }

    private static OperandCatalog read() {
        try (var file = Objects.requireNonNull(OperandCatalog.class.getResourceAsStream("operands.json"))) {
            return new OperandCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The catalogue of GPU stacks is damaged", e);
        }
    }

    static OperandCatalog standard() {
        return SHIPPED;
    }

    private static StackOperand operand(JsonNode entry) {
        return new StackOperand(StackComponent.valueOf(entry.path("component").asText()), entry.path("title").asText(),
                texts(entry.path("apps")), entry.has("sets") ? Pattern.compile(entry.path("sets").asText()) : NONE,
                entry.path("gate").asText());
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Returns the workload that does a part on nodes of a kind: of several that can, the first that runs there. */
    Optional<StackOperand> of(StackKind kind, StackComponent component, NodeInfo node) {
        return find(kind, component, node).map(FoundOperand::operand)
                .or(() -> all(kind, component).findFirst());
    }

    /** Finds the workload that does a part on a node, by its pod: the newest that has not ended, or else the newest. */
    Optional<FoundOperand> find(StackKind kind, StackComponent component, NodeInfo node) {
        return all(kind, component).flatMap(operand -> node.pods().stream().filter(pod -> operand.owns(pod, labels))
                .max(Comparator.comparing((PodFacts pod) -> !pod.phase().terminal())
                        .thenComparing(PodFacts::created, Comparator.nullsFirst(Comparator.naturalOrder())))
                .map(pod -> new FoundOperand(operand, pod)).stream()).findFirst();
    }

    private Stream<StackOperand> all(StackKind kind, StackComponent component) {
        return operands.getOrDefault(kind, List.of()).stream().filter(operand -> operand.component() == component);
    }

    /** Pods on the node that a part works with, and that may know why it does not. */
    List<PodFacts> companions(StackComponent component, NodeInfo node) {
        var apps = companions.getOrDefault(component, List.of());
        return node.pods().stream()
                .filter(pod -> labels.stream().anyMatch(label -> apps.contains(pod.labels().getOrDefault(label, ""))))
                .toList();
    }
}
