package tessera.plan.sharing;

import java.util.Collection;
import tessera.sharing.SharingProblem;
import tessera.text.Reason;

/** Why the sharing of GPUs must not change as requested. */
sealed interface SharingRefusal extends Reason {

    record EmptySharingChange() implements SharingRefusal {}

    record GkeDevicePlugin() implements SharingRefusal {}

    record InvisibleDevicePlugin() implements SharingRefusal {}

    record MissingDevicePlugin() implements SharingRefusal {}

    record DisabledDevicePlugin() implements SharingRefusal {}

    /**
     * A device plugin that was installed without configurations to choose from.
     *
     * @param configMap the value of {@code config.name} for {@code helm upgrade}
     */
    record DevicePluginWithoutConfigs(String configMap) implements SharingRefusal {}

    record ChartManagedDefault(String config) implements SharingRefusal {}

    record InvalidConfigName(String name) implements SharingRefusal {}

    /**
     * A configuration that the device plugin rejects.
     *
     * @param written whether the configuration is written already
     */
    record RejectedPluginConfig(String config, boolean written) implements SharingRefusal {}

    record UnmatchedSharingNodes() implements SharingRefusal {}

    /**
     * A node without a GPU that NVIDIA's device plugin advertises.
     *
     * @param claims          whether ResourceClaims allocate its GPUs
     * @param virtualMachines whether virtual machines use them
     */
    record UnshareableNode(String node, boolean claims, boolean virtualMachines) implements SharingRefusal {}

    /** GPUs that are shared by a device plugin other than NVIDIA's. */
    record ForeignSharingPlugin(String node, String sharer) implements SharingRefusal {}

    record ImpossibleSharing(String node, String config, SharingProblem why) implements SharingRefusal {}

    /** Nothing would say which configuration the node takes. */
    record UndecidedPluginConfig(String node) implements SharingRefusal {}

    record RemovedConfigInUse(String config) implements SharingRefusal {}

    /**
     * A device plugin configuration that does not exist.
     *
     * @param present the configurations that exist
     */
    record MissingSharingConfig(String config, Collection<String> present) implements SharingRefusal {}
}
