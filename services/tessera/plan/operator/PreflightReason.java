package tessera.plan.operator;

import java.util.Collection;
import java.util.Optional;
import tessera.text.Reason;

/** The evidence of a preflight check, with the remedy where one is needed. */
public sealed interface PreflightReason extends Reason {

    record ServerVersionUnknown() implements PreflightReason {}

    record ServerVersionSupported(String version) implements PreflightReason {}

    record ServerVersionUntested(String version) implements PreflightReason {}

    record NoPlatformValues() implements PreflightReason {}

    record PlatformReady(String title) implements PreflightReason {}

    record PlatformWithoutHelm(String title, String note) implements PreflightReason {}

    /**
     * Advice for the cluster's Kubernetes platform.
     *
     * @param assignments the missing values as {@code path=value}
     */
    record PlatformAdvice(String title, Collection<String> assignments, String note) implements PreflightReason {}

    record FeatureLabelsPresent(long nodes) implements PreflightReason {}

    record FeatureDiscoveryMissing() implements PreflightReason {}

    record FeatureDiscoveryIncluded() implements PreflightReason {}

    record FeatureDiscoveryDuplicate(Collection<String> daemonSets) implements PreflightReason {}

    record GpuClusterConflict(Collection<String> objects) implements PreflightReason {}

    record OwnDevicePluginOff(Collection<String> others) implements PreflightReason {}

    record NoOtherDevicePlugin() implements PreflightReason {}

    record UnmanagedGpuCapacity(long nodes) implements PreflightReason {}

    record DevicePluginConflict(Collection<String> others) implements PreflightReason {}

    record NoMigLayoutLabels() implements PreflightReason {}

    record MigStrategyFits() implements PreflightReason {}

    record MigStrategyTooNarrow(Collection<String> nodes) implements PreflightReason {}

    record HostDriverConflict(long nodes) implements PreflightReason {}

    record HostDriverPresent(long nodes) implements PreflightReason {}

    /**
     * A host on which no NVIDIA driver was detected.
     *
     * @param deployed whether the operator deploys a driver
     */
    record HostDriverUndetected(boolean deployed) implements PreflightReason {}

    record RuntimeUnsupported(Collection<String> nodes) implements PreflightReason {}

    /**
     * Node information that no GPU node reports.
     *
     * @param gpuNodes the number of nodes with GPUs
     */
    record NodeInfoUnknown(int gpuNodes) implements PreflightReason {}

    record NodeInfoReported(Collection<String> values) implements PreflightReason {}

    record OperatingSystems(Collection<String> systems, Collection<String> kernels) implements PreflightReason {}

    record NoDriverContainers(Collection<String> systems) implements PreflightReason {}

    record MixedOperatingSystems(Collection<String> systems, Collection<String> kernels) implements PreflightReason {}

    record PrecompiledDriverGaps(Collection<String> systems, Collection<String> kernels) implements PreflightReason {}

    record ArchitectureUnsupported(Collection<String> architectures) implements PreflightReason {}

    record NamespaceLabelledByOperator() implements PreflightReason {}

    record NamespaceMissing() implements PreflightReason {}

    /**
     * The Pod Security level that the namespace enforces.
     *
     * @param level empty for none
     */
    record NamespacePodSecurity(String level) implements PreflightReason {}

    record StackTaintsTolerated() implements PreflightReason {}

    record StackTaintsUntolerated(Collection<String> taints) implements PreflightReason {}

    record ClusterPolicyLeftover(Collection<String> policies) implements PreflightReason {}

    record OnlyCrdsLeftover() implements PreflightReason {}

    record NoLeftovers() implements PreflightReason {}

    record ServiceMonitorCrdMissing() implements PreflightReason {}

    record ServiceMonitorCrdPresent() implements PreflightReason {}

    record ServiceMonitorOff() implements PreflightReason {}

    record InstallPermitted() implements PreflightReason {}

    record InstallForbidden(Collection<String> permissions) implements PreflightReason {}

    record UserNamespacesUnknown(Reason problem) implements PreflightReason {}

    record UserNamespacePods(Collection<String> pods) implements PreflightReason {}

    record NoUserNamespacePods() implements PreflightReason {}

    record TooManyPodsToCheck() implements PreflightReason {}

    record InstallQuotasUnknown(Reason problem) implements PreflightReason {}

    record CriticalPodQuotaMissing() implements PreflightReason {}

    record NoQuotaApplies() implements PreflightReason {}

    record QuotasSufficient(Collection<String> quotas) implements PreflightReason {}

    record PodQuotaTooSmall(String quota, long remaining, int podsPerNode) implements PreflightReason {}

    record QuotaRequiresRequests(String quota, Collection<String> resources) implements PreflightReason {}

    record PrecompiledDriversSigned() implements PreflightReason {}

    record SecureBootUnknown(String command) implements PreflightReason {}

    record UnsignedModulesRejected(Collection<String> nodes) implements PreflightReason {}

    record NouveauHoldsGpus(Collection<String> nodes) implements PreflightReason {}

    record NouveauLoadedModule(Collection<String> nodes) implements PreflightReason {}

    record NouveauAbsent(int nodes) implements PreflightReason {}

    /**
     * Kernel modules of GPU nodes that are neither reported nor readable.
     *
     * @param problem why the modules could not be read; empty if nothing reports them
     */
    record KernelModulesUnknown(Collection<String> nodes, Optional<String> problem,
            String command) implements PreflightReason {}

    /**
     * The GPU operator release that is installed already.
     *
     * @param pendingRemedy the remedy for an unfinished Helm operation; empty if there is none
     */
    record ReleaseInstalled(String chart, String version, String release, int revision, String status, String flags,
            String pendingRemedy) implements PreflightReason {}

    /**
     * Another GPU operator release, which owns the ClusterPolicy.
     *
     * @param flags the options that name the release on the command line; may be empty
     */
    record OtherReleaseInstalled(String chart, String release, String policy,
            String flags) implements PreflightReason {}

    record PreconditionUnknown(Reason problem, String advice) implements PreflightReason {}
}
