package tessera.mig;

/** The result of an attempt to place instances on a GPU. */
public sealed interface MigPlacementResult {

    /** A layout exists; this is one. */
    record PlacementFound(MigLayout layout) implements MigPlacementResult {}

    /** No layout exists. */
    record NoPlacement(MigPlacementFailure failure) implements MigPlacementResult {}
}
