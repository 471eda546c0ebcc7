package tessera.plan.node;

import java.util.List;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.text.Reason;

/** Why the MIG layout of a node cannot change, or be repaired, as requested. */
sealed interface MigRefusal extends Reason {

    record GkePartition(String node, String layout, String label) implements MigRefusal {}

    record UnpartitionedGkeNode(String node) implements MigRefusal {}

    record UnknownMigCapability(String node, String label) implements MigRefusal {}

    record MigIncapableNode(String node, String label) implements MigRefusal {}

    record MigManagerNotFound(String node, String label) implements MigRefusal {}

    /**
     * A failed upgrade of the node's GPU driver by the operator.
     *
     * @param change the label and value that retry the upgrade
     */
    record FailedDriverUpgrade(String node, String state, String change) implements MigRefusal {}

    record OngoingDriverUpgrade(String node, String state) implements MigRefusal {}

    record OngoingMigChange(String node, String state, List<String> paused) implements MigRefusal {}

    record SilentMigNode(String node) implements MigRefusal {}

    /** GPUs shared by another device plugin, which the MIG manager does not stop. */
    record ForeignGpuSharing(String node, String sharer) implements MigRefusal {}

    /**
     * A MIG configuration that the node does not offer.
     *
     * @param possible the configurations of the source that fit its GPUs
     */
    record UnofferedMigConfig(String node, String config, String source, List<String> possible) implements MigRefusal {}

    record RepeatedMigRequest(String node, String config, String state) implements MigRefusal {}

    /**
     * A MIG configuration that the node cannot have.
     *
     * @param strategy whether a switch to the mixed strategy helps
     */
    record UnsuitableMigConfig(String node, String config, Reason why, boolean strategy) implements MigRefusal {}

    record MissingOperatorPolicy() implements MigRefusal {}

    record MissingMigConfigMap(String name) implements MigRefusal {}

    record MigConfigNameConflict(String configMap, String name) implements MigRefusal {}

    record MalformedMigConfigMap(String configMap, String cause) implements MigRefusal {}

    record OfferedMigConfigName(String name) implements MigRefusal {}

    /** A new ConfigMap cannot keep the meaning of what a node has. */
    record MigConfigLoss(String node, String config) implements MigRefusal {}

    record MissingMigConfigLabel(String node) implements MigRefusal {}

    record MigManagerUnsuccessful(String node) implements MigRefusal {}

    /**
     * A device plugin or MIG manager pod that is missing on the node.
     *
     * @param paused whether the operand is paused for a MIG change
     */
    record MissingOperandPod(String node, MigRepairAction repair, boolean paused) implements MigRefusal {}
}
