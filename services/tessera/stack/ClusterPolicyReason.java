package tessera.stack;

import tessera.text.Reason;

/** Why a ClusterPolicy has its status. */
public sealed interface ClusterPolicyReason extends Reason {

    record OlderPolicyExists() implements ClusterPolicyReason {}

    record NoGpuNodeLabels() implements ClusterPolicyReason {}

    record NoFeatureLabels() implements ClusterPolicyReason {}

    record ComponentsReady() implements ClusterPolicyReason {}

    record ComponentsNotReady() implements ClusterPolicyReason {}

    record ReconcileFailure(String message) implements ClusterPolicyReason {}

    record PrerequisiteMissing(String message) implements ClusterPolicyReason {}

    /** The operator's message, if any, about a ClusterPolicy that is not ready. */
    record NotReadyMessage(String message) implements ClusterPolicyReason {}

    record PolicyUnprocessed() implements ClusterPolicyReason {}

    record OperatorMessage(String message) implements ClusterPolicyReason {}
}
