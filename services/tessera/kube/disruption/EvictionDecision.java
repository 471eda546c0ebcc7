package tessera.kube.disruption;

import java.util.List;
import java.util.Optional;

/** The API server's decision about the eviction of a pod. */
public enum EvictionDecision {
    /** It goes, and no budget is charged. */
    ALLOWED,
    /** It goes, and its budget has one disruption less to give. */
    CHARGED,
    SEVERAL_BUDGETS,
    BUDGET_NOT_OBSERVED,
    NEGATIVE_BUDGET,
    TOO_MANY_DISRUPTED_PODS,
    EXHAUSTED_BUDGET;

    private static final int MOST_DISRUPTED = 2000;

    /**
     * The state of a pod on which its eviction depends.
     *
     * @param unprotected whether it has ended, has not started or is being deleted
     * @param ready       whether its condition says so
     */
    public record EvictablePodState(boolean unprotected, boolean ready) {}

    /**
     * Decides.
     *
     * @param budgets all that cover the pod
     */
    public static EvictionDecision of(EvictablePodState pod, List<PodDisruptionBudget> budgets) {
        if (pod.unprotected() || budgets.isEmpty()) {
            return ALLOWED;
        }
        if (budgets.size() > 1) {
            return SEVERAL_BUDGETS;
        }
        var budget = budgets.getFirst();
        return !pod.ready() && evictsUnready(budget) ? ALLOWED : ofBudget(budget.status());
    }

    private static boolean evictsUnready(PodDisruptionBudget budget) {
        var status = budget.status();
        return budget.evictsUnready()
                || (status.desiredHealthy() > 0 && status.currentHealthy() >= status.desiredHealthy());
    }

    private static EvictionDecision ofBudget(PodDisruptionBudget.BudgetStatus status) {
        if (!status.observed()) {
            return BUDGET_NOT_OBSERVED;
        }
        if (status.disruptionsAllowed() < 0) {
            return NEGATIVE_BUDGET;
        }
        if (status.disruptedPods().size() > MOST_DISRUPTED) {
            return TOO_MANY_DISRUPTED_PODS;
        }
        return status.disruptionsAllowed() == 0 ? EXHAUSTED_BUDGET : CHARGED;
    }

    /** Returns whether the pod goes. */
    public boolean isAllowed() {
        return this == ALLOWED || this == CHARGED;
    }

    /** Returns the API server's reason; empty where the pod goes. */
    public Optional<String> message(PodDisruptionBudget budget) {
        return switch (this) {
            case ALLOWED, CHARGED -> Optional.empty();
            case SEVERAL_BUDGETS -> Optional.of("This pod has more than one PodDisruptionBudget,"
                    + " which the eviction subresource does not support.");
            case BUDGET_NOT_OBSERVED -> Optional
                    .of("The disruption budget %s is still being processed by the server.".formatted(budget.name()));
            case NEGATIVE_BUDGET -> Optional.of("pdb disruptions allowed is negative");
            case TOO_MANY_DISRUPTED_PODS ->
                Optional.of("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
            case EXHAUSTED_BUDGET -> Optional.of("The disruption budget %s needs %d healthy pods and has %d currently"
                    .formatted(budget.name(), budget.status().desiredHealthy(), budget.status().currentHealthy()));
        };
    }
}
