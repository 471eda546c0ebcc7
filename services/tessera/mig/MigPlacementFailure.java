package tessera.mig;

import java.util.Locale;

/** The reason for which an instance does not fit on a GPU. */
public sealed interface MigPlacementFailure {

    /** Returns the profile that does not fit. */
    MigProfile profile();

    /** The product offers no such profile. */
    record UnknownMigProfile(MigProfile profile, MigProduct product) implements MigPlacementFailure {}

    /** The placements of instances on this product are not published. */
    record UnpublishedPlacements(MigProfile profile, MigProduct product) implements MigPlacementFailure {}

    /**
     * Instances of this profile may not start there.
     *
     * @param starts where they may, e.g. {@code 0, 2, 4}
     * @param size   memory units such an instance takes
     */
    record InvalidInstanceStart(MigProfile profile, MigPlacement placement, String starts,
            int size) implements MigPlacementFailure {}

    /** Another instance occupies some of the memory units. */
    record OverlappingInstance(MigProfile profile, MigPlacement placement,
            PlacedGpuInstance other) implements MigPlacementFailure {}

    /** The GPU holds no more instances of this profile, however much is free. */
    record TooManyProfileInstances(MigProfile profile, int maximum) implements MigPlacementFailure {}

    /** The compute slices are used up. */
    record NoComputeSlicesLeft(MigProfile profile, int left) implements MigPlacementFailure {}

    /**
     * The media engines that all instances share are used up.
     *
     * @param left how many engines of the kind are left
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

    /** Returns the reason as a sentence for users. */
    default String reasonText() {
        return switch (this) {
            case UnknownMigProfile(var profile, var product) -> product.profiles().isEmpty()
                    ? "The profiles of " + product.name() + " are not published"
                    : product.name() + " has no profile " + profile;
            case UnpublishedPlacements(var profile, var product) ->
                "Where " + profile + " may lie on " + product.name() + " is not published";
            case InvalidInstanceStart(var profile, var placement, var starts, var size) ->
                profile + " cannot lie at " + placement
                        + ": it takes " + countText(size, "unit") + " starting at " + starts;
            case OverlappingInstance(var profile, var placement, var other) ->
                profile + " at " + placement + " overlaps " + other;
            case TooManyProfileInstances(var profile, var maximum) ->
                "A GPU holds at most " + countText(maximum, "instance") + " of " + profile;
            case NoComputeSlicesLeft(var profile, var left) ->
                profile + " needs " + countText(profile.slices(), "compute slice")
                        + "; " + leftText(left);
            case NoMediaEnginesLeft(var profile, var kind, var left) -> profile + " needs more " + kind.label()
                    + " than the other instances leave; " + leftText(left);
            case MediaEnginesTaken(var profile, var holder) -> profile + " cannot be beside " + holder
                    + ": a GPU has one instance with media engines at the most";
            case NoMemorySlicesLeft(var profile, var needed, var left) ->
                profile + " needs " + countText(needed, "memory unit")
                        + "; " + leftText(left);
            case NoLayoutForAllInstances(var profile, var starts, var beside) -> profile + " starts only at " + starts
                    + (beside.isEmpty() ? "" : " and finds no room beside " + beside);
        };
    }

    private static String countText(int number, String subject) {
        return number + " " + subject + (number == 1 ? "" : "s");
    }

    private static String leftText(int number) {
        if (number == 0) {
            return "none is left";
        }
        return String.format(Locale.ROOT, "%d %s left", number, number == 1 ? "is" : "are");
    }
}
