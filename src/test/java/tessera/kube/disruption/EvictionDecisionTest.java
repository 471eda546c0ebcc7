package tessera.kube.disruption;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.kube.disruption.EvictionDecision.EvictablePodState;
import tessera.kube.disruption.PodDisruptionBudget.BudgetStatus;
import tessera.kube.labels.LabelSelector;

import static org.assertj.core.api.Assertions.assertThat;

/** Evictions are decided as the API server does, on the pod's state and its budget's counts. */
class EvictionDecisionTest {

    private static final EvictablePodState RUNNING = new EvictablePodState(false, true);
    private static final EvictablePodState UNREADY = new EvictablePodState(false, false);

    private static PodDisruptionBudget budget(boolean evictsUnready, BudgetStatus status) {
        return new PodDisruptionBudget("ml", "keep", LabelSelector.EVERYTHING, evictsUnready, status);
    }

    private static Set<String> names(int pods) {
        return IntStream.range(0, pods).mapToObj(number -> "pod-" + number).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @CsvSource({"true, 1, 2, 1, 0, CHARGED", "true, 0, 1, 1, 0, EXHAUSTED_BUDGET", "true, -1, 1, 1, 0, NEGATIVE_BUDGET",
        "true, 1, 2, 1, 2000, CHARGED", "true, 1, 2, 1, 2001, TOO_MANY_DISRUPTED_PODS",
        "false, 1, 2, 1, 0, BUDGET_NOT_OBSERVED"})
    void theCountsOfTheBudgetDecide(boolean observed, int allowed, int current, int desired, int disrupted,
            EvictionDecision decision) {
        var status = new BudgetStatus(observed, allowed, current, desired, names(disrupted));
        assertThat(EvictionDecision.of(RUNNING, List.of(budget(false, status)))).isEqualTo(decision);
    }

    @Test
    void podsWithoutABudgetOrThatCostNoAvailabilityGo() {
        var exhausted = budget(false, BudgetStatus.counted(0, 1, 1));
        assertThat(EvictionDecision.of(RUNNING, List.of())).isEqualTo(EvictionDecision.ALLOWED);
        assertThat(EvictionDecision.of(new EvictablePodState(true, false), List.of(exhausted, exhausted)))
                .isEqualTo(EvictionDecision.ALLOWED);
        assertThat(EvictionDecision.of(RUNNING, List.of(exhausted, exhausted)))
                .isEqualTo(EvictionDecision.SEVERAL_BUDGETS);
    }

    @Test
    void anUnreadyPodGoesWhereEnoughOthersAreHealthyOrThePolicySaysSo() {
        assertThat(EvictionDecision.of(UNREADY, List.of(budget(false, BudgetStatus.counted(0, 1, 1)))))
                .isEqualTo(EvictionDecision.ALLOWED);
        assertThat(EvictionDecision.of(UNREADY, List.of(budget(false, BudgetStatus.counted(0, 0, 1)))))
                .isEqualTo(EvictionDecision.EXHAUSTED_BUDGET);
        assertThat(EvictionDecision.of(UNREADY, List.of(budget(true, BudgetStatus.counted(0, 0, 1)))))
                .isEqualTo(EvictionDecision.ALLOWED);
        assertThat(EvictionDecision.of(UNREADY, List.of(budget(false, BudgetStatus.counted(0, 0, 0)))))
                .isEqualTo(EvictionDecision.EXHAUSTED_BUDGET);
    }

    @ParameterizedTest
    @CsvSource({"2, '', 5, 2, false", "50%, '', 5, 3, true", "'', 1, 5, 4, true", "'', 30%, 5, 3, true",
        "'', 100%, 5, 0, true", "'', 9, 5, 0, true"})
    void sharesOfABudgetAreRoundedUp(String minAvailable, String maxUnavailable, int expected, int desired,
            boolean scaled) {
        var size = new DisruptionBudgetSize(minAvailable, maxUnavailable);
        assertThat(size.desiredHealthy(expected)).isEqualTo(desired);
        assertThat(size.usesControllerScale()).isEqualTo(scaled);
    }
}
