package tessera.scheduling.spec;

import tessera.text.Reason;

/** The reason why the pods of a TrainJob cannot be derived from its runtime. */
public sealed interface UnknownTrainJobPodsReason extends Reason {

    /**
     * Unresolved train job override.
     *
     * @param field by which the job changes pods of the runtime
     */
    record UnresolvedTrainJobOverride(String field) implements UnknownTrainJobPodsReason {}

    record UnresolvedLauncherNode() implements UnknownTrainJobPodsReason {}

    record MissingRuntimeTemplates() implements UnknownTrainJobPodsReason {}
}
