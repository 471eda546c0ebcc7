package tessera.plan.node;

import java.time.Duration;
import java.util.Optional;
import tessera.text.Reason;

/** Warnings before pods are evicted from nodes. */
sealed interface DrainWarning extends Reason {

    /**
     * A node that does not respond, so that its pods cannot end.
     *
     * @param seconds the longest wait for its pods
     */
    record UnresponsiveNode(String node, long seconds) implements DrainWarning {}

    /**
     * Pods that lose the work of their accelerators.
     *
     * @param gpus whether all of these are GPUs
     */
    record GpuWorkLoss(long pods, boolean gpus) implements DrainWarning {}

    /**
     * Pods protected by a PodDisruptionBudget, whose eviction is retried.
     *
     * @param seconds the retry time of each pod
     * @param minutes the same in minutes; empty where it is no whole number of them
     * @param hours   the hours of the retry time of all pods; 0 where minutes alone tell it
     */
    record BudgetProtectedPods(long pods, long seconds, Optional<Long> minutes, long hours,
            long totalMinutes) implements DrainWarning {

        private static final int MINUTES_ALONE = 120;

        static BudgetProtectedPods of(long pods, Duration timeout) {
            var minutes = timeout.toSecondsPart() == 0 ? Optional.of(timeout.toMinutes()) : Optional.<Long>empty();
            var total = Math.max(1, timeout.multipliedBy(pods).toMinutes());
            long hours = total < MINUTES_ALONE ? 0 : total / 60;
            return new BudgetProtectedPods(pods, timeout.toSeconds(), minutes, hours, total - hours * 60);
        }
    }

    record UnmanagedPodLoss(long pods) implements DrainWarning {}

    record EmptyDirDataLoss(long pods) implements DrainWarning {}

    record UnknownPodBudgets(Reason cause) implements DrainWarning {}
}
