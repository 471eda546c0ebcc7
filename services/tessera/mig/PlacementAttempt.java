package tessera.mig;

/** What became of the attempt to put some instances on a GPU. */
public sealed interface PlacementAttempt {

    /** There is a way; this is one. */
    record PlacedInstances(MigLayout layout) implements PlacementAttempt {}

    /** There is none. */
    record NoPlacement(PlacementMisfit why) implements PlacementAttempt {}
}
