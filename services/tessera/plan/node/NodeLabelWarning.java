package tessera.plan.node;

import tessera.text.Reason;

/** Warnings before labels of nodes change. */
sealed interface NodeLabelWarning extends Reason {

    record MigConfigLabel(String key) implements NodeLabelWarning {}

    /** The operator sets a label again that is removed. */
    record OperandLabelReset(String key) implements NodeLabelWarning {}

    record AllOperandsRemoval(String key) implements NodeLabelWarning {}

    record AllOperandsDeployment() implements NodeLabelWarning {}

    record OperandDeployment(String operand) implements NodeLabelWarning {}

    record OperandRemoval(String key, String value, String operand) implements NodeLabelWarning {}

    /** The operator serves containers on a node, or virtual machines, as a label says. */
    record WorkloadConfigLabel(String key) implements NodeLabelWarning {}

    record KubeletLabel(String key) implements NodeLabelWarning {}

    record DiscoveredLabel(String key) implements NodeLabelWarning {}

    record UnknownSelectingPods(Reason cause) implements NodeLabelWarning {}
}
