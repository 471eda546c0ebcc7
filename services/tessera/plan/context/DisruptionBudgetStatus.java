package tessera.plan.context;

import java.util.List;
import java.util.Map;
import tessera.model.PodSummary;

/**
 * A disruption budget with the number of pods that may be evicted at present.
 *
 * @param selector which labels its pods have
 * @param allowed how many may go now
 * @param requirementText   what it demands, e.g. “at least 2 ready, 2 are”
 */
public record DisruptionBudgetStatus(String namespace, String name, BudgetLabelSelector selector, int allowed,
        String requirementText) {

    public boolean coversPod(PodSummary pod) {
        return pod.namespace().equals(namespace) && selector.matches(pod.labels());
    }

    /**
     * A label selector of a disruption budget or workload.
     *
     * @param labels       all of which must be there
     * @param requirements all of which must hold
     * @param matchesNothing      whether it selects nothing at all
     */
    public record BudgetLabelSelector(Map<String, String> labels, List<BudgetSelectorRequirement> requirements,
            boolean matchesNothing) {

        public BudgetLabelSelector {
            labels = Map.copyOf(labels);
            requirements = List.copyOf(requirements);
        }

        /** Returns whether an object with these labels is selected. */
        public boolean matches(Map<String, String> of) {
            return !matchesNothing
                    && labels.entrySet().stream().allMatch(entry -> entry.getValue().equals(of.get(entry.getKey())))
                    && requirements.stream().allMatch(requirement -> requirement.matchesLabels(of));
        }
    }

    /**
     * A requirement of a label selector.
     *
     * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
     */
    public record BudgetSelectorRequirement(String key, String operator, List<String> values) {

        public BudgetSelectorRequirement {
            values = List.copyOf(values);
        }

        boolean matchesLabels(Map<String, String> labels) {
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
