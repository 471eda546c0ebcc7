package tessera.alerts;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A user's overrides of the shipped rules: thresholds, and rules switched off. What it says of rules that do not exist, or
 * that have no threshold, has no effect.
 *
 * @param thresholds thresholds by rule id, in the unit of the rule
 * @param disabledRules    ids of rules that are not to alarm
 */
public record AlertRuleOverrides(Map<String, Double> thresholds, Set<String> disabledRules) {

    private static final AlertRuleOverrides NONE = new AlertRuleOverrides(Map.of(), Set.of());

    public AlertRuleOverrides {
        thresholds = Map.copyOf(thresholds);
        disabledRules = Set.copyOf(disabledRules);
        if (thresholds.values().stream().anyMatch(limit -> !Double.isFinite(limit))) {
            throw new IllegalArgumentException("Missing threshold");
        }
    }

    public static AlertRuleOverrides noOverrides() {
        return NONE;
    }

    public AlertRuleOverrides withThreshold(String rule, double threshold) {
        var changed = new HashMap<>(thresholds);
        changed.put(rule, threshold);
        return new AlertRuleOverrides(changed, disabledRules);
    }

    public AlertRuleOverrides withRuleEnabled(String rule, boolean on) {
        var changed = new HashSet<>(disabledRules);
        if (on) {
            changed.remove(rule);
        } else {
            changed.add(rule);
        }
        return new AlertRuleOverrides(thresholds, changed);
    }
}
