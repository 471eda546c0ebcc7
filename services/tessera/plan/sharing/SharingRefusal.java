package tessera.plan.sharing;

import java.util.Collection;
import tessera.sharing.SharingObstacle;
import tessera.text.Reason;

/** Why the sharing of GPUs must not change as requested. */
sealed interface SharingRefusal extends Reason {

    record EmptySharingChange() implements SharingRefusal {}

    record GkeDevicePlugin() implements SharingRefusal {}

    record InvisibleDevicePlugin() implements SharingRefusal {}

    record MissingDevicePlugin() implements SharingRefusal {}

    record DisabledDevicePlugin() implements SharingRefusal {}

    /**
     * Device plugin without configs.
     *
     * @param configMap to install it with
     */
    record DevicePluginWithoutConfigs(String configMap) implements SharingRefusal {}

    record ChartManagedDefault(String config) implements SharingRefusal {}

    record InvalidConfigName(String name) implements SharingRefusal {}

    /**
     * Rejected plugin config.
     *
     * @param written whether it is written already
     */
    record RejectedPluginConfig(String config, boolean written) implements SharingRefusal {}

    record UnmatchedSharingNodes() implements SharingRefusal {}

    /**
     * Unshareable node.
     *
     * @param claims whether ResourceClaims allocate its GPUs
     */
    record UnshareableNode(String node, boolean claims) implements SharingRefusal {}

    /**
     * Foreign sharing plugin.
     *
     * @param sharer what shares the GPUs by its own device plugin
     */
    record ForeignSharingPlugin(String node, String sharer) implements SharingRefusal {}

    record ImpossibleSharing(String node, String config, SharingObstacle why) implements SharingRefusal {}

    /** Nothing would say which configuration the node takes. */
    record UndecidedPluginConfig(String node) implements SharingRefusal {}

    record RemovedConfigInUse(String config) implements SharingRefusal {}

    /**
     * Missing sharing config.
     *
     * @param present the configurations that there are
     */
    record MissingSharingConfig(String config, Collection<String> present) implements SharingRefusal {}
}
