package tessera.plan.workload;

import tessera.text.Reason;

/** The outcome for a pod that a change of it, or of its workload, ends or touches. */
sealed interface RemovedPodOutcome extends Reason {

    record UsesStoppedDriver() implements RemovedPodOutcome {}

    record UsesStoppedMpsDaemon() implements RemovedPodOutcome {}

    record LosesGpuReservation() implements RemovedPodOutcome {}

    record AlreadyTerminating() implements RemovedPodOutcome {}

    record StaticPodRestarts() implements RemovedPodOutcome {}

    record NeverRecreated() implements RemovedPodOutcome {}

    record ControllerDecidesRetry(String kind, String name) implements RemovedPodOutcome {}

    /**
     * The replacement that a controller creates for the removed pod.
     *
     * @param top the owner of the controller; empty where there is none
     */
    record ControllerRecreates(String kind, String name, String top) implements RemovedPodOutcome {}

    record RolloutReplaces() implements RemovedPodOutcome {}

    record RunsUntilDeleted() implements RemovedPodOutcome {}

    record ScaledAway() implements RemovedPodOutcome {}

    record RecreatedOnResume(String kind) implements RemovedPodOutcome {}

    record RecreatedOnAdmission() implements RemovedPodOutcome {}
}
