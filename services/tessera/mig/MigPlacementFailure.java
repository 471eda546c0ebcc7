package tessera.mig;

import tessera.text.Reason;

/** The reason for which an instance does not fit on a GPU. */
public sealed interface MigPlacementFailure extends Reason {

    /** Returns the profile that does not fit. */
    MigProfile profile();

    /**
     * The product offers no such profile.
     *
     * @param published whether any profile of it is
     */
    record UnknownMigProfile(MigProfile profile, String product, boolean published) implements MigPlacementFailure {

        static UnknownMigProfile of(MigProfile profile, MigProduct product) {
            return new UnknownMigProfile(profile, product.name(), !product.profiles().isEmpty());
        }
    }

    /** The placements of instances on this product are not published. */
    record UnpublishedPlacements(MigProfile profile, String product) implements MigPlacementFailure {}

    /**
     * Instances of this profile may not start there.
     *
     * @param starts the valid starts, e.g. {@code 0, 2, 4}
     * @param size   memory units such an instance takes
     */
    record InvalidInstanceStart(MigProfile profile, MigPlacement placement, String starts,
            int size) implements MigPlacementFailure {}

    /** Another instance occupies some of the memory units. */
    record OverlappingInstance(MigProfile profile, MigPlacement placement,
            PlacedGpuInstance other) implements MigPlacementFailure {}

    /** The GPU holds no more instances of this profile, however much is free. */
    record TooManyProfileInstances(MigProfile profile, int maximum) implements MigPlacementFailure {}

    /** Fewer compute slices are left than the instance needs. */
    record NoComputeSlicesLeft(MigProfile profile, int needed, int left) implements MigPlacementFailure {}

    /**
     * The media engines that all instances share are used up.
     *
     * @param left the number of engines of the kind that are left
     */
    record NoMediaEnginesLeft(MigProfile profile, GpuMediaEngines.MediaEngineKind kind,
            int left) implements MigPlacementFailure {}

    /** Another instance has the board's media engines, which cannot be divided. */
    record MediaEnginesTaken(MigProfile profile, MigProfile holder) implements MigPlacementFailure {}

    /** Fewer memory units are left than the instance needs. */
    record NoMemorySlicesLeft(MigProfile profile, int needed, int left) implements MigPlacementFailure {}

    /** There is room for each instance, but no layout for all of them. */
    record NoLayoutForAllInstances(MigProfile profile, String starts,
            String otherInstances) implements MigPlacementFailure {}
}
