package tessera.mig;

/** The result of an attempt to place instances on a GPU. */
public sealed interface PlacementAttempt {

    /** A layout exists; this is one. */
    record PlacementFound(MigLayout layout) implements PlacementAttempt {}

    /** No layout exists. */
    record NoPlacement(PlacementMisfit why) implements PlacementAttempt {}
}
