package tessera.gpu;

import tessera.text.Reason;

/** The source of a MIG layout, with what must not be taken for known. */
sealed interface MigLayoutReason extends Reason {

    /**
     * A MIG layout that was reported exactly.
     *
     * @param ambiguous whether instances of equal size are not distinguished
     */
    record ReportedMigLayout(String source, boolean ambiguous) implements MigLayoutReason {}

    /**
     * A MIG layout derived from metrics, configuration or advertised resources.
     *
     * @param gpus   the number of GPUs that may be a pod's; 1 where its GPU is known
     * @param misfit a source of reported placements that do not match; empty for none
     */
    record DerivedMigLayout(MigDerivation origin, long gpus, MigPlacementBasis placement,
            String misfit) implements MigLayoutReason {}

    record UnassignedMigLayout(int gpus) implements MigLayoutReason {}

    /**
     * An unknown MIG layout, because the exporter reports no instances.
     *
     * @param reported whether the exporter reports the GPU, but none of its instances
     */
    record UnreportedMigLayout(boolean reported) implements MigLayoutReason {}

    /** The source that a layout is derived from. */
    sealed interface MigDerivation extends Reason {

        record MigDerivedFromMetrics() implements MigDerivation {}

        record MigDerivedFromConfiguration(String configuration) implements MigDerivation {}

        /**
         * A guess from the MIG resources that the node advertises.
         *
         * @param gpus the number of MIG GPUs that are assumed to have equal layouts
         */
        record MigGuessedFromResources(long gpus) implements MigDerivation {}
    }

    /** The basis of the placements of instances. */
    enum MigPlacementBasis implements Reason {
        USUAL,
        USUAL_OF_FAMILY,
        UNKNOWN_PRODUCT,
        IMPOSSIBLE,
        UNPUBLISHED
    }
}
