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
import tessera.alerts.AlertRule.AlertSubjectKind;
import tessera.alerts.AlertThreshold.ThresholdComparison;
import tessera.model.reading.DeviceMetric;

/** The alert rules in force. They are data ({@code rules.json}), and their texts stand in the catalog under their ids. Never changes. */
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

    /** Returns the rules that ship with the product. */
    public static AlertRules standardRules() {
        return ShippedAlertRulesHolder.RULES;
    }

    /** Lazy holder of the rules that ship with the product. */
    private static final class ShippedAlertRulesHolder {

        private static final AlertRules RULES = readShippedRules();
    }

    private static AlertRules readShippedRules() {
        try (var file = Objects.requireNonNull(AlertRules.class.getResourceAsStream("rules.json"))) {
            var tree = new ObjectMapper().readTree(file);
            var rules = new ArrayList<AlertRule>();
            tree.path("rules").forEach(node -> rules.add(parseRule(node)));
            return new AlertRules(rules, tree.path("components").valueStream().map(JsonNode::asText).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("Unreadable rules.json", e);
        }
    }

    /** Returns these rules with a user's overrides: a threshold the user names counts even where a device reports its own. */
    public AlertRules withThresholds(AlertRuleOverrides thresholds) {
        var changed = rules.stream().filter(rule -> !thresholds.disabledRules().contains(rule.id())).map(rule -> {
            var limit = thresholds.thresholds().get(rule.id());
            return limit == null ? rule : rule.withThreshold(limit);
        }).toList();
        return new AlertRules(changed, components);
    }

    public List<AlertRule> allRules() {
        return rules;
    }

    public List<AlertRule> rulesFor(AlertSignal signal) {
        return bySignal.getOrDefault(signal, List.of());
    }

    public Optional<AlertRule> findRule(String id) {
        return rules.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    /**
     * Returns the {@code app} labels of the GPU operator's pods, in the order in which each waits for the one before it.
     */
    public List<String> operatorComponents() {
        return components;
    }

    private static AlertRule parseRule(JsonNode node) {
        return new AlertRule(node.path("id").asText(), AlertSignal.valueOf(node.path("signal").asText()),
                AlertSubjectKind.valueOf(enumConstantName(node, "scope")),
                AlertOrFindingSeverity.valueOf(enumConstantName(node, "severity")), parseLimit(node.path("limit")),
                parseDuration(node, "patience"), parseDuration(node, "hold"), node.path("promql").asText(),
                node.path("sentence").asBoolean());
    }

    private static @Nullable AlertThreshold parseLimit(JsonNode node) {
        if (node.isMissingNode()) {
            return null;
        }
        var own = node.path("own").asText();
        return new AlertThreshold(ThresholdComparison.valueOf(enumConstantName(node, "comparison")),
                node.path("threshold").asDouble(), node.path("clear").asDouble(),
                own.isEmpty() ? null : DeviceMetric.valueOf(own));
    }

    private static Duration parseDuration(JsonNode node, String field) {
        return Duration.parse(node.path(field).asText("PT0S"));
    }

    private static String enumConstantName(JsonNode node, String field) {
        return node.path(field).asText().toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
