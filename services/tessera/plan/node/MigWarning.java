package tessera.plan.node;

import java.util.List;
import java.util.Optional;
import tessera.plan.model.NonRequestGpuUse;
import tessera.text.Reason;

/** Warnings before the MIG layout of nodes changes or is repaired. */
sealed interface MigWarning extends Reason {

    record AllMigManagersRestart(String configMap) implements MigWarning {}

    /**
     * Mixed strategy switch.
     *
     * @param nodes others, whose instances get other resource names
     */
    record MixedStrategySwitch(List<String> nodes) implements MigWarning {}

    record UnknownToHelm() implements MigWarning {}

    record ConstantCordon(String node) implements MigWarning {}

    record StayingGpuHolder(String pod, String why) implements MigWarning {}

    record StayingGpuUser(NonRequestGpuUse use) implements MigWarning {}

    record UnpredictableMigOutcome(String node, MigForecastObstacle why) implements MigWarning {}

    record OutdatedDevicePlugin(String node, String config) implements MigWarning {}

    /**
     * Ampere GPU reset.
     *
     * @param certain whether the mode of its GPUs changes for sure
     * @param enabled whether MIG is on afterwards; empty for some of the GPUs
     */
    record AmpereGpuReset(String node, boolean certain, Optional<Boolean> enabled) implements MigWarning {}

    record PreviousMigFailure(String node, String cause) implements MigWarning {}

    record UnknownMigFailure(String node, String cause) implements MigWarning {}

    /**
     * GPU client pause.
     *
     * @param gap why the services of the host are not known
     */
    record GpuClientPause(List<String> nodes, String configMap, List<String> services,
            Optional<String> gap) implements MigWarning {}

    /**
     * Healthy MIG node.
     *
     * @param state empty if its MIG manager reports none
     */
    record HealthyMigNode(String node, String config, String state) implements MigWarning {}

    record UnknownMigLayout(String node, String config) implements MigWarning {}
}
