package tessera.gpu;

import tessera.text.Reason;

/** The source of a MIG layout, with what must not be taken for known. */
sealed interface MigLayoutReason extends Reason {

    /**
     * Reported MIG layout.
     *
     * @param ambiguous whether it is not reported which of several instances of a size is which
     */
    record ReportedMigLayout(String source, boolean ambiguous) implements MigLayoutReason {}

    /**
     * Derived MIG layout.
     *
     * @param gpus   among which a pod's GPU is not known; 1 where it is
     * @param misfit a source of reported placements that do not match; empty for none
     */
    record DerivedMigLayout(MigDerivation origin, long gpus, MigPlacementBasis placement, String misfit)
            implements
                MigLayoutReason {}

    record UnassignedMigLayout(int gpus) implements MigLayoutReason {}

    /**
     * Unreported MIG layout.
     *
     * @param reported whether the exporter reports the GPU, though none of its instances
     */
    record UnreportedMigLayout(boolean reported) implements MigLayoutReason {}

    /** The source that a layout is derived from. */
    sealed interface MigDerivation extends Reason {

        record MigDerivedFromMetrics() implements MigDerivation {}

        record MigDerivedFromConfiguration(String configuration) implements MigDerivation {}

        /**
         * MIG guessed from resources.
         *
         * @param gpus that are taken for alike
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
