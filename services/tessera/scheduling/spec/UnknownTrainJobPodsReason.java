package tessera.scheduling.spec;

import tessera.text.Reason;

/** The reason why the pods of a TrainJob cannot be derived from its runtime. */
public sealed interface UnknownTrainJobPodsReason extends Reason {

    /**
     * A TrainJob override of pods that is not evaluated.
     *
     * @param field the field of the TrainJob that changes the pods of its runtime
     */
    record UnresolvedTrainJobOverride(String field) implements UnknownTrainJobPodsReason {}

    record UnresolvedLauncherNode() implements UnknownTrainJobPodsReason {}

    record MissingRuntimeTemplates() implements UnknownTrainJobPodsReason {}
}
