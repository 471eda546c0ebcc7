package tessera.plan.sharing;

import java.util.List;
import tessera.text.Reason;

/** Warnings before the sharing of GPUs changes. */
sealed interface SharingWarning extends Reason {

    record DoubtfulPluginConfig(String config, String problem) implements SharingWarning {}

    /**
     * The MIG strategy of a configuration, overridden by the operator's.
     *
     * @param strategy the strategy that the operator sets for all plugins
     */
    record OverriddenMigStrategy(String config, String own, String strategy) implements SharingWarning {}

    record AssumedFallbackStrategies() implements SharingWarning {}

    record ReusedPluginConfig(String config) implements SharingWarning {}

    record UnknownPodSelectors(Reason cause) implements SharingWarning {}

    /**
     * Pods that use GPUs without the knowledge of the device plugin.
     *
     * @param uses a clause for each pod: how it uses GPUs
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
     * A resource to share that the node does not have.
     *
     * @param single whether the node's MIG instances are named {@code nvidia.com/gpu}
     */
    record MissingSharedResource(String node, String resource, boolean single) implements SharingWarning {}
}
