package tessera.plan.node;

import java.util.List;
import java.util.Optional;
import tessera.plan.model.NonRequestGpuUse;
import tessera.text.Reason;

/** Warnings before the MIG layout of nodes changes or is repaired. */
sealed interface MigWarning extends Reason {

    record AllMigManagersRestart(String configMap) implements MigWarning {}

    /**
     * The switch of the MIG strategy to mixed, which renames resources of other nodes.
     *
     * @param nodes the other nodes whose MIG instances get other resource names
     */
    record MixedStrategySwitch(List<String> nodes) implements MigWarning {}

    record UnknownToHelm() implements MigWarning {}

    record ConstantCordon(String node) implements MigWarning {}

    record StayingGpuHolder(String pod, String why) implements MigWarning {}

    record StayingGpuUser(NonRequestGpuUse use) implements MigWarning {}

    record UnpredictableMigOutcome(String node, MigForecastProblem why) implements MigWarning {}

    record OutdatedDevicePlugin(String node, String config) implements MigWarning {}

    /**
     * A change of the MIG mode, which resets the node's Ampere GPUs.
     *
     * @param certain whether the MIG mode is sure to change
     * @param enabled whether MIG is on afterwards; empty where it is on for only some of the GPUs
     */
    record AmpereGpuReset(String node, boolean certain, Optional<Boolean> enabled) implements MigWarning {}

    record PreviousMigFailure(String node, String cause) implements MigWarning {}

    record UnknownMigFailure(String node, Reason cause) implements MigWarning {}

    /**
     * The pause of GPU operands and host services during a MIG change.
     *
     * @param gap why the host services are not known; empty where they are
     */
    record GpuClientPause(List<String> nodes, String configMap, List<String> services,
            Optional<String> gap) implements MigWarning {}

    /**
     * A node on which no MIG problem is known.
     *
     * @param state the MIG manager's state; empty if it reports none
     */
    record HealthyMigNode(String node, String config, String state) implements MigWarning {}

    record UnknownMigLayout(String node, String config) implements MigWarning {}
}
