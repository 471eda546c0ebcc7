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
final class Operands {

    static final Pattern NONE = Pattern.compile("(?!)");

    private static final Operands SHIPPED = read();

    private final List<String> labels;
    private final Map<StackKind, List<Operand>> operands;
    private final Map<Component, List<String>> companions;

    /** A workload on a node, and its pod there. */
    record Found(Operand operand, PodFacts pod) {}

    private Operands(JsonNode tree) {
        labels = texts(tree.path("labels"));
        operands = new EnumMap<>(StackKind.class);
        for (var kind : StackKind.values()) {
            operands.put(kind, kind == StackKind.CONTAINERS
                    ? Arrays.stream(Component.values()).map(Operand::of).toList()
                    : tree.path(kind.name().toLowerCase(Locale.ROOT)).valueStream().map(Operands::operand).toList());
        }
        companions = new EnumMap<>(Component.class);
        tree.path("companions").properties()
                .forEach(each -> companions.put(Component.valueOf(each.getKey()), texts(each.getValue())));
    }

    private static Operands read() {
        try (var file = Objects.requireNonNull(Operands.class.getResourceAsStream("operands.json"))) {
            return new Operands(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The catalogue of GPU stacks is damaged", e);
        }
    }

    static Operands standard() {
        return SHIPPED;
    }

    private static Operand operand(JsonNode entry) {
        return new Operand(Component.valueOf(entry.path("component").asText()), entry.path("title").asText(),
                texts(entry.path("apps")), entry.has("sets") ? Pattern.compile(entry.path("sets").asText()) : NONE,
                entry.path("gate").asText());
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Returns the workload that does a part on nodes of a kind: of several that can, the first that runs there. */
    Optional<Operand> of(StackKind kind, Component component, NodeInfo node) {
        return find(kind, component, node).map(Found::operand)
                .or(() -> all(kind, component).findFirst());
    }

    /** Finds the workload that does a part on a node, by its pod: the newest that has not ended, or else the newest. */
    Optional<Found> find(StackKind kind, Component component, NodeInfo node) {
        return all(kind, component).flatMap(operand -> node.pods().stream().filter(pod -> operand.owns(pod, labels))
                .max(Comparator.comparing((PodFacts pod) -> !pod.phase().terminal())
                        .thenComparing(PodFacts::created, Comparator.nullsFirst(Comparator.naturalOrder())))
                .map(pod -> new Found(operand, pod)).stream()).findFirst();
    }

    private Stream<Operand> all(StackKind kind, Component component) {
        return operands.getOrDefault(kind, List.of()).stream().filter(operand -> operand.component() == component);
    }

    /** Pods on the node that a part works with, and that may know why it does not. */
    List<PodFacts> companions(Component component, NodeInfo node) {
        var apps = companions.getOrDefault(component, List.of());
        return node.pods().stream()
                .filter(pod -> labels.stream().anyMatch(label -> apps.contains(pod.labels().getOrDefault(label, ""))))
                .toList();
    }
}
