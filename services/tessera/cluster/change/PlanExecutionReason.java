package tessera.cluster.change;

import java.util.List;
import tessera.model.ObjectRef;
import tessera.text.Reason;

/** A reason why a step of a plan failed, or could not be prepared. */
public sealed interface PlanExecutionReason extends Reason {

    /** Read-only mode allows no changes. */
    record ChangeBlockedByReadOnlyMode() implements PlanExecutionReason {}

    /** The object is not what the plan relied on; the change is to be read on, and may be empty. */
    record ObjectChangedSincePreview(ObjectRef object, String change) implements PlanExecutionReason {}

    /** The response to a change is no JSON: whether it was made is not known. */
    record WriteResponseNotJson(String action) implements PlanExecutionReason {}

    /** The server would refuse an object of a chart. */
    record ChartObjectRejected(ObjectRef object) implements PlanExecutionReason {}

    /** A disruption budget forbids the eviction. */
    record EvictionBlockedByBudget(ObjectRef pod) implements PlanExecutionReason {}

    /** The server is too busy to evict. */
    record EvictionThrottled(ObjectRef pod) implements PlanExecutionReason {}

    /** A condition was not met in time. */
    record ConditionTimedOut(long seconds, String condition) implements PlanExecutionReason {}

    /** A launched workload that failed. */
    record LaunchFailed(ObjectRef object) implements PlanExecutionReason {}

    /** A pod that was launched can never start. */
    record LaunchedPodBlocked(String pod) implements PlanExecutionReason {}

    /** A rollout exceeded its deadline. */
    record RolloutStalled(ObjectRef object) implements PlanExecutionReason {}

    /** The operator gave up a driver upgrade. */
    record DriverUpgradeFailed(List<String> nodes, String label) implements PlanExecutionReason {}

    /** Someone else set the MIG configuration of a node. */
    record MigConfigConflict(String node, String config) implements PlanExecutionReason {}

    /** The MIG manager could not apply a configuration. */
    record MigConfigFailed(String node, String config) implements PlanExecutionReason {}

    /** The ConfigMap of MIG configurations is no YAML. */
    record MigConfigMalformed(String node, String source) implements PlanExecutionReason {}

    /** It is not known where the MIG manager runs. */
    record MigManagerNamespaceUnknown() implements PlanExecutionReason {}

    /** The ConfigMap of GPU clients is no YAML. */
    record GpuClientsMalformed(String configMap) implements PlanExecutionReason {}

    /** Someone else set the device plugin configuration of a node; empty where it was removed. */
    record SharingConfigConflict(String node, String config) implements PlanExecutionReason {}

    /** The operator follows another ClusterPolicy. */
    record ClusterPolicyIgnored() implements PlanExecutionReason {}

    /** A probe pod did not run in time. */
    record ProbeTimedOut(ObjectRef pod, long seconds) implements PlanExecutionReason {}

    /** A probe pod failed; the node is empty where it was never scheduled. */
    record ProbeFailed(ObjectRef pod, String node, String cause) implements PlanExecutionReason {}

    /** A probe pod could not be deleted. */
    record ProbeLeftBehind(ObjectRef pod, String namespace, String name) implements PlanExecutionReason {}
}
