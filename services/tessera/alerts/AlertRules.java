package tessera.alerts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertLimit.Comparison;
import tessera.alerts.AlertRule.AlertScope;
import tessera.model.reading.Metric;

/** The rules that are in force. They are data ({@code rules.json}). Never changes. */
public final class AlertRules {

    private final List<AlertRule> rules;
    private final Map<AlertSignal, List<AlertRule>> bySignal;
    private final List<String> components;

    private AlertRules(List<AlertRule> rules, List<String> components) {
        this.rules = List.copyOf(rules);
        this.components = List.copyOf(components);
        bySignal = new EnumMap<>(AlertSignal.class);
        for (var signal : AlertSignal.values()) {
            bySignal.put(signal, this.rules.stream().filter(rule -> rule.signal() == signal).toList());
        }
    }

    /** The rules that ship with the product. */
    public static AlertRules standard() {
        return ShippedRules.RULES;
    }

    /** Read when somebody first wants them. */
    private static final class ShippedRules {

        private static final AlertRules RULES = shipped();
    }

    private static AlertRules shipped() {
        try (var file = Objects.requireNonNull(AlertRules.class.getResourceAsStream("rules.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var rules = new ArrayList<AlertRule>();
            tree.path("rules").forEach(node -> rules.add(rule(node)));
            return new AlertRules(rules, tree.path("components").valueStream().map(JsonNode::asText).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("The alert rules are damaged", e);
        }
    }

    /** These rules as a user set them: a threshold the user names counts even where a device tells its own. */
    public AlertRules with(ThresholdOverrides thresholds) {
        var changed = rules.stream().filter(rule -> !thresholds.off().contains(rule.id())).map(rule -> {
            var limit = thresholds.limits().get(rule.id());
            return limit == null ? rule : rule.at(limit);
        }).toList();
        return new AlertRules(changed, components);
    }

    public List<AlertRule> all() {
        return rules;
    }

    public List<AlertRule> of(AlertSignal signal) {
        return bySignal.getOrDefault(signal, List.of());
    }

    public Optional<AlertRule> rule(String id) {
        return rules.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    /**
     * Pods of the GPU operator by their label {@code app}, in the order in which each waits for the one before it.
     */
    public List<String> components() {
        return components;
    }

    private static AlertRule rule(JsonNode node) {
        return new AlertRule(node.path("id").asText(), node.path("title").asText(),
                AlertSignal.valueOf(node.path("signal").asText()), AlertScope.valueOf(constant(node, "scope")),
                Severity.valueOf(constant(node, "severity")), limit(node.path("limit")), duration(node, "patience"),
                duration(node, "hold"), node.path("advice").asText(), node.path("promql").asText(),
                node.path("sentence").asText());
    }

    private static @Nullable AlertLimit limit(JsonNode node) {
        if (node.isMissingNode()) {
            return null;
        }
        var own = node.path("own").asText();
        return new AlertLimit(Comparison.valueOf(constant(node, "comparison")), node.path("threshold").asDouble(),
                node.path("clear").asDouble(), own.isEmpty() ? null : Metric.valueOf(own));
    }

    private static Duration duration(JsonNode node, String field) {
        return Duration.parse(node.path(field).asText("PT0S"));
    }

    private static String constant(JsonNode node, String field) {
        return node.path(field).asText().toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
