package tessera.kube.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.kube.labels.LabelSelector;

/**
 * A PodDisruptionBudget as an eviction is checked against it.
 *
 * @param evictsUnready whether its policy lets pods go that are not ready, however many are
 */
public record PodDisruptionBudget(String namespace, String name, LabelSelector selector, boolean evictsUnready,
        BudgetStatus status) {

    /**
     * The status that the disruption controller counted.
     *
     * @param observed      whether it is of the present spec
     * @param disruptedPods the names of pods that were let go and not yet seen to end
     */
    public record BudgetStatus(boolean observed, int disruptionsAllowed, int currentHealthy, int desiredHealthy,
            Set<String> disruptedPods) {

        public BudgetStatus {
            disruptedPods = Set.copyOf(disruptedPods);
        }

        /** Returns the status of a budget that is up to date. */
        public static BudgetStatus counted(int disruptionsAllowed, int currentHealthy, int desiredHealthy) {
            return new BudgetStatus(true, disruptionsAllowed, currentHealthy, desiredHealthy, Set.of());
        }
    }

    /** Reads a budget. */
    public static PodDisruptionBudget of(JsonNode budget) {
        var metadata = budget.path("metadata");
        var spec = budget.path("spec");
        var status = budget.path("status");
        return new PodDisruptionBudget(metadata.path("namespace").asText(), metadata.path("name").asText(),
                LabelSelector.of(spec.path("selector")),
                spec.path("unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow"),
                new BudgetStatus(status.path("observedGeneration").asLong() >= metadata.path("generation").asLong(),
                        status.path("disruptionsAllowed").asInt(), status.path("currentHealthy").asInt(),
                        status.path("desiredHealthy").asInt(), status.path("disruptedPods").propertyStream()
                                .map(Map.Entry::getKey).collect(Collectors.toSet())));
    }

    /** Returns whether the budget covers a pod. */
    public boolean coversPod(String podNamespace, Map<String, String> labels) {
        return podNamespace.equals(namespace) && selector.matches(labels);
    }

    /**
     * Returns whether preemption charges the budget for a pod. Unlike evictions, preemption takes an empty selector to
     * select nobody, and a pod that was let go already is not charged again.
     */
    public boolean coversVictim(String podNamespace, String podName, Map<String, String> labels) {
        return !labels.isEmpty() && !selector.requirements().isEmpty() && coversPod(podNamespace, labels)
                && !status.disruptedPods().contains(podName);
    }

    /** Returns whether evictions are refused until more of the pods are healthy. */
    public boolean isExhausted() {
        return status.disruptionsAllowed() <= 0;
    }

    /** Returns the budget with another number of allowed disruptions. */
    public PodDisruptionBudget withDisruptionsAllowed(int allowed) {
        return new PodDisruptionBudget(namespace, name, selector, evictsUnready, new BudgetStatus(status.observed(),
                allowed, status.currentHealthy(), status.desiredHealthy(), status.disruptedPods()));
    }
}
