package tessera.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertValueUnit;

/**
 * Reads the thresholds that the user set differently from the bundled alert rules. An entry that means nothing is told,
 * and the others count.
 *
 * @param problems is given where something is wrong, and what
 */
record AlertThresholdsReader(BiConsumer<List<String>, String> problems) {

    AlertRuleOverrides read(ObjectNode node) {
        var standard = AlertRules.standardRules();
        node.fieldNames().forEachRemaining(name -> {
            if (!name.equals("thresholds") && !name.equals("off")) {
                problems.accept(List.of("alerts", name), "there is no setting “%s”".formatted(name));
            }
        });
        var limits = new TreeMap<String, Double>();
        node.path("thresholds").propertyStream().forEach(each -> {
            var complaint = standard.findRule(each.getKey()).map(rule -> thresholdProblem(rule, each.getValue()))
                    .orElse("there is no rule “%s”".formatted(each.getKey()));
            if (complaint.isEmpty()) {
                limits.put(each.getKey(), each.getValue().asDouble());
            } else {
                problems.accept(List.of("alerts", "thresholds", each.getKey()), complaint);
            }
        });
        var off = new TreeSet<String>();
        for (var id : node.path("off")) {
            if (standard.findRule(id.asText()).isPresent()) {
                off.add(id.asText());
            } else {
                problems.accept(List.of("alerts", "off"), "there is no rule “%s”".formatted(id.asText()));
            }
        }
        return new AlertRuleOverrides(limits, off);
    }

    private static String thresholdProblem(AlertRule rule, JsonNode threshold) {
        if (rule.limit() == null) {
            return "the rule “%s” has no threshold".formatted(rule.id());
        }
        if (!threshold.isNumber() || threshold.asDouble() < 0) {
            return "the threshold of “%s” is no number from 0 on".formatted(rule.id());
        }
        return rule.signal().unit() == AlertValueUnit.SHARE && threshold.asDouble() > 1
                ? "the threshold of “%s” is a share, from 0 to 1, not %s".formatted(rule.id(), threshold.asDouble())
                : "";
    }
}
