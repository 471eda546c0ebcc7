package tessera.plan.context;

import java.util.List;
import java.util.Map;
import tessera.model.PodFacts;

/**
 * A disruption budget: how many of some pods may be evicted at present.
 *
 * @param selects which labels its pods have
 * @param allowed how many may go now
 * @param words   what it demands, e.g. “at least 2 ready, 2 are”
 */
public record BudgetStatus(String namespace, String name, Selection selects, int allowed, String words) {

    public boolean covers(PodFacts pod) {
        return pod.namespace().equals(namespace) && selects.matches(pod.labels());
    }

    /**
     * A label selector as objects carry it.
     *
     * @param labels       all of which must be there
     * @param requirements all of which must hold
     * @param nothing      whether it selects nothing at all
     */
    public record Selection(Map<String, String> labels, List<BudgetRequirement> requirements, boolean nothing) {

        public Selection {
            labels = Map.copyOf(labels);
            requirements = List.copyOf(requirements);
        }

        /** Whether an object with such labels is meant. */
        public boolean matches(Map<String, String> of) {
            return !nothing
                    && labels.entrySet().stream().allMatch(entry -> entry.getValue().equals(of.get(entry.getKey())))
                    && requirements.stream().allMatch(requirement -> requirement.holds(of));
        }
    }

    /**
     * One thing that labels must be like.
     *
     * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
     */
    public record BudgetRequirement(String key, String operator, List<String> values) {

        public BudgetRequirement {
            values = List.copyOf(values);
        }

        boolean holds(Map<String, String> labels) {
            var value = labels.get(key);
            return switch (operator) {
                case "In" -> value != null && values.contains(value);
                case "NotIn" -> value == null || !values.contains(value);
                case "Exists" -> value != null;
                case "DoesNotExist" -> value == null;
                default -> false;
            };
        }
    }
}
