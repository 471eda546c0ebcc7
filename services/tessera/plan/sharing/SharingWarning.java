package tessera.plan.sharing;

import java.util.List;
import tessera.text.Reason;

/** Warnings before the sharing of GPUs changes. */
sealed interface SharingWarning extends Reason {

    record DoubtfulPluginConfig(String config, String problem) implements SharingWarning {}

    /**
     * Overridden MIG strategy.
     *
     * @param strategy what the operator sets for all plugins
     */
    record OverriddenMigStrategy(String config, String own, String strategy) implements SharingWarning {}

    record AssumedFallbackStrategies() implements SharingWarning {}

    record ReusedPluginConfig(String config) implements SharingWarning {}

    record UnknownPodSelectors(String cause) implements SharingWarning {}

    /**
     * Uncounted GPU pods.
     *
     * @param uses of GPUs by pods, one a pod
     */
    record UncountedGpuPods(List<String> uses) implements SharingWarning {}

    record DevicePluginRestarts(int nodes) implements SharingWarning {}

    record UnobservableNode(String node) implements SharingWarning {}

    record GpuLessNode(String node) implements SharingWarning {}

    record ConstantMpsLimits(List<String> nodes) implements SharingWarning {}

    record MissingTimeSlicingIsolation() implements SharingWarning {}

    record MpsExclusiveGpus() implements SharingWarning {}

    record DuplicateGpuShares() implements SharingWarning {}

    record UnusedPluginConfig() implements SharingWarning {}

    record UnknownMigReplicas(String node) implements SharingWarning {}

    /**
     * Missing shared resource.
     *
     * @param single whether its MIG instances go by the name of GPUs
     */
    record MissingSharedResource(String node, String resource, boolean single) implements SharingWarning {}
}
