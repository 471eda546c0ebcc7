package tessera.alerts;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a user set differently from the rules that ship with the product. What it says of rules that do not exist, or
 * that have no threshold, has no effect.
 *
 * @param limits thresholds by rule id, in the unit of the rule
 * @param off    ids of rules that are not to alarm
 */
public record ThresholdOverrides(Map<String, Double> limits, Set<String> off) {

    private static final ThresholdOverrides NONE = new ThresholdOverrides(Map.of(), Set.of());

    public ThresholdOverrides {
        limits = Map.copyOf(limits);
        off = Set.copyOf(off);
        if (limits.values().stream().anyMatch(limit -> !Double.isFinite(limit))) {
            throw new IllegalArgumentException("A threshold must be a number");
        }
    }

    public static ThresholdOverrides none() {
        return NONE;
    }

    public ThresholdOverrides with(String rule, double threshold) {
        var changed = new HashMap<>(limits);
        changed.put(rule, threshold);
        return new ThresholdOverrides(changed, off);
    }

    public ThresholdOverrides without(String rule) {
        var changed = new HashMap<>(limits);
        changed.remove(rule);
        return new ThresholdOverrides(changed, off);
    }

    public ThresholdOverrides switched(String rule, boolean on) {
        var changed = new HashSet<>(off);
        if (on) {
            changed.remove(rule);
        } else {
            changed.add(rule);
        }
        return new ThresholdOverrides(limits, changed);
    }
}
