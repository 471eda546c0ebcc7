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
public record Thresholds(Map<String, Double> limits, Set<String> off) {

    private static final Thresholds NONE = new Thresholds(Map.of(), Set.of());

    public Thresholds {
        limits = Map.copyOf(limits);
        off = Set.copyOf(off);
        if (limits.values().stream().anyMatch(limit -> !Double.isFinite(limit))) {
            throw new IllegalArgumentException("A threshold must be a number");
        }
    }

    public static Thresholds none() {
        return NONE;
    }

    public Thresholds with(String rule, double threshold) {
        var changed = new HashMap<>(limits);
        changed.put(rule, threshold);
        return new Thresholds(changed, off);
    }

    public Thresholds without(String rule) {
        var changed = new HashMap<>(limits);
        changed.remove(rule);
        return new Thresholds(changed, off);
    }

    public Thresholds switched(String rule, boolean on) {
        var changed = new HashSet<>(off);
        if (on) {
            changed.remove(rule);
        } else {
            changed.add(rule);
        }
        return new Thresholds(limits, changed);
    }
}
