package tessera.plan.workload;

import java.util.List;
import tessera.text.Reason;

/** A warning about a change of a pod or workload. */
sealed interface WorkloadChangeWarning extends Reason {

    record OwnerMayRevert(String kind, String name) implements WorkloadChangeWarning {}

    /** Other scalers of the workload, which may revert the replica count. */
    record ScalerMayRevert(List<String> scalers) implements WorkloadChangeWarning {}

    record PodsReplacedOnDelete() implements WorkloadChangeWarning {}

    /** The number of first pods that a StatefulSet partition keeps. */
    record PartitionKeepsPods(int partition) implements WorkloadChangeWarning {}

    record GpuWorkLost(String gpus) implements WorkloadChangeWarning {}

    record GpuWorkLostAndGpusFreed(String gpus) implements WorkloadChangeWarning {}

    record WorkloadFreesGpus(String gpus) implements WorkloadChangeWarning {}

    record UnreadyPodsDelayWait(long pods, long seconds) implements WorkloadChangeWarning {}

    record ControllerPicksPods(int fewer, int pods) implements WorkloadChangeWarning {}

    record GpuRequestGrows(String request, NewPodsFit fit) implements WorkloadChangeWarning {}

    record WorkloadQuotasUnreadable() implements WorkloadChangeWarning {}

    /**
     * A ResourceQuota with too little left for the new pods.
     *
     * @param more the amount that is needed beyond what is held
     */
    record QuotaLimitsPods(String quota, String left, String resource, long more) implements WorkloadChangeWarning {}

    record QuotaBlocksRollout(String quota, String left, String resource, long more) implements WorkloadChangeWarning {}

    record SurgeNeedsGpus(int pods, String request) implements WorkloadChangeWarning {}

    /** A warning about the next Job of a CronJob. */
    record NextScheduledJob(WorkloadChangeWarning warning) implements WorkloadChangeWarning {}

    record KueueAdmitsWorkload(String queue) implements WorkloadChangeWarning {}

    record KueueSuspendsUntilAdmitted(String queue) implements WorkloadChangeWarning {}

    record KueueResumesWorkload(String queue, String namespace) implements WorkloadChangeWarning {}

    record WorkloadDeactivatedInstead() implements WorkloadChangeWarning {}

    record WorkloadActivatedInstead() implements WorkloadChangeWarning {}

    record StartedJobsContinue() implements WorkloadChangeWarning {}

    record PodLosesGpuWork(String gpus, String node) implements WorkloadChangeWarning {}

    /**
     * The GPUs that the removed pod frees on its node.
     *
     * @param recreated whether a controller creates a replacement
     */
    record PodFreesGpus(String gpus, String node, boolean recreated) implements WorkloadChangeWarning {}

    record PodHasNoController() implements WorkloadChangeWarning {}

    record PodLosesLocalData() implements WorkloadChangeWarning {}

    record DeletionBypassesBudget(String budget, int needed, int healthy) implements WorkloadChangeWarning {}

    record ForcedDeletionLeavesProcesses() implements WorkloadChangeWarning {}

    record PodNodeUnreachable(String node) implements WorkloadChangeWarning {}

    record BudgetDelaysEviction(long seconds) implements WorkloadChangeWarning {}

    record BudgetsUnreadable(Reason problem) implements WorkloadChangeWarning {}

    record DriverStopsOnNode(String node) implements WorkloadChangeWarning {}

    record DriverInUse(int pods, String node) implements WorkloadChangeWarning {}

    record DrainBeforeDriverChange(String node) implements WorkloadChangeWarning {}

    record ToolkitStopsOnNode(String node) implements WorkloadChangeWarning {}

    record DevicePluginStopsOnNode(String node) implements WorkloadChangeWarning {}

    record MpsStopsOnNode(String node) implements WorkloadChangeWarning {}

    /**
     * A pod that reserves a GPU for the pods that share it.
     *
     * @param pods the number of pods that share the reserved GPU
     */
    record PodReservesGpu(int pods) implements WorkloadChangeWarning {}
}
