package tessera.plan.launch;

import java.util.List;
import tessera.text.Reason;

/** A warning about a launch of a workload, or its withdrawal. */
sealed interface WorkloadLaunchWarning extends Reason {

    record LaunchedObjectGone(String object) implements WorkloadLaunchWarning {}

    record LaunchedObjectUnread(String object, Reason problem) implements WorkloadLaunchWarning {}

    record StoredDataLost(String object) implements WorkloadLaunchWarning {}

    record ObjectOfOthers(String object, List<String> managers, String time) implements WorkloadLaunchWarning {}

    record LaunchQuotaScopeUnknown(String quota, String namespace) implements WorkloadLaunchWarning {}

    record LaunchExceedsQuota(String quota, String namespace, String left, String resource,
            long requested) implements WorkloadLaunchWarning {}

    record LaunchQuotasUnread(Reason problem) implements WorkloadLaunchWarning {}

    record ExistingObjectUnknown(String object, Reason problem) implements WorkloadLaunchWarning {}

    record LaunchQueuesUnread(Reason problem) implements WorkloadLaunchWarning {}

    record LaunchedPodsWait(String pods, String summary) implements WorkloadLaunchWarning {}

    record LaunchQueueRefuses(String object, String refusal) implements WorkloadLaunchWarning {}

    record LaunchPlacementUnknown(Reason problem) implements WorkloadLaunchWarning {}
}
