package tessera.lint.rule;

import java.util.List;
import tessera.text.Reason;

/** A problem with a workload and the objects around it. */
sealed interface LintWorkloadReason extends Reason {

    record OverlappingRuns() implements LintWorkloadReason {}

    record TimeZoneInSchedule() implements LintWorkloadReason {}

    record InvalidSchedule(Reason problem) implements LintWorkloadReason {}

    record EmptyTimeZone() implements LintWorkloadReason {}

    record UnknownCronTimeZone(String name) implements LintWorkloadReason {}

    record EgressWithoutDns() implements LintWorkloadReason {}

    record EgressStaysInCluster(String block) implements LintWorkloadReason {}

    record DnsOverUdpOnly() implements LintWorkloadReason {}

    record ParallelSizeMismatch(String container, String option, long configured, long requested, String resource,
            boolean fails) implements LintWorkloadReason {}

    record GroupSizeMismatch(String container, long configured, long pods, long requested,
            boolean fails) implements LintWorkloadReason {}

    record DeclaredSizeMismatch(String field, String configured, long requested,
            String resource) implements LintWorkloadReason {}

    record KnativePorts() implements LintWorkloadReason {}

    record KnativeFieldOff(String field, String flag) implements LintWorkloadReason {}

    record UnmeasuredResource(String resource) implements LintWorkloadReason {}

    record UnexportedMetric(String metric) implements LintWorkloadReason {}

    record ClaimOfOneNode(String pods, String claim) implements LintWorkloadReason {}

    record ReadOnlyNewVolume() implements LintWorkloadReason {}

    record UnshareableClass(String storageClass, String explanation) implements LintWorkloadReason {}

    record PeersWithoutNames(String field) implements LintWorkloadReason {}

    record NoCompletionIndex() implements LintWorkloadReason {}

    record OtherHeadlessService(String service, String name) implements LintWorkloadReason {}

    record TrainingInDeployment() implements LintWorkloadReason {}

    record SeveralMasters(String kind, String replicas) implements LintWorkloadReason {}

    record GangLargerThanTasks(String minAvailable, long pods) implements LintWorkloadReason {}

    record IndependentLaunchers(String pods) implements LintWorkloadReason {}

    record OrderedTrainingPods() implements LintWorkloadReason {}

    record ServiceNotHeadless() implements LintWorkloadReason {}

    record UnreadyPodsHidden() implements LintWorkloadReason {}

    record OperatorContainerName(String name) implements LintWorkloadReason {}

    record LauncherHoldsGpu() implements LintWorkloadReason {}

    record DownloadHoldsGpu(String container) implements LintWorkloadReason {}

    record CompletionsMissing() implements LintWorkloadReason {}

    record WorkloadSelectorMissing(String kind) implements LintWorkloadReason {}

    record WorkloadSelectorMismatch(List<String> labels) implements LintWorkloadReason {}

    record RestartPolicyMisplaced() implements LintWorkloadReason {}

    record JobRestartPolicy() implements LintWorkloadReason {}

    record AlwaysRestarted(String kind, String policy) implements LintWorkloadReason {}

    record RolloutRequiresGpu() implements LintWorkloadReason {}

    record SurgeRequiresGpu() implements LintWorkloadReason {}

    record ShortProgressDeadline(String seconds) implements LintWorkloadReason {}

    record StuckRollout() implements LintWorkloadReason {}

    record MissingCpuOrMemory(String container, List<String> resources) implements LintWorkloadReason {}
}
