package tessera.mig;

import java.util.Locale;

/** Why an instance cannot be where someone wants it. */
public sealed interface PlacementMisfit {

    /** The profile that does not fit. */
    MigProfile profile();

    /** The product offers no such size. */
    record UnknownSize(MigProfile profile, MigProduct product) implements PlacementMisfit {}

    /** Where instances lie on this product is not published. */
    record UnpublishedPlacements(MigProfile profile, MigProduct product) implements PlacementMisfit {}

    /**
     * Instances of this size may not begin there.
     *
     * @param starts where they may, e.g. {@code 0, 2, 4}
     * @param size   memory units such an instance takes
     */
    record MisplacedStart(MigProfile profile, MigPlacement placement, String starts,
            int size) implements PlacementMisfit {}

    /** Another instance holds some of the units. */
    record Overlap(MigProfile profile, MigPlacement placement, PlacedInstance other) implements PlacementMisfit {}

    /** The GPU holds no more of this size, however much is free. */
    record TooMany(MigProfile profile, int most) implements PlacementMisfit {}

    /** The compute slices are spent. */
    record ComputeSpent(MigProfile profile, int left) implements PlacementMisfit {}

    /**
     * The media engines that all instances share are spent.
     *
     * @param left how many engines of the kind are left
     */
    record MediaSpent(MigProfile profile, MigEngines.EngineKind kind, int left) implements PlacementMisfit {}

    /** Another instance has the board's media engines, which cannot be divided. */
    record MediaTaken(MigProfile profile, MigProfile holder) implements PlacementMisfit {}

    /** The memory units that are left are fewer than the instance takes. */
    record MemorySpent(MigProfile profile, int needed, int left) implements PlacementMisfit {}

    /** There is room for each, and no way to lay them out together. */
    record NoArrangement(MigProfile profile, String starts, String beside) implements PlacementMisfit {}

    /** As a sentence for users. */
    default String sentence() {
        return switch (this) {
            case UnknownSize(var profile, var product) -> product.profiles().isEmpty()
                    ? "The profiles of " + product.name() + " are not published"
                    : product.name() + " has no profile " + profile;
            case UnpublishedPlacements(var profile, var product) ->
                "Where " + profile + " may lie on " + product.name() + " is not published";
            case MisplacedStart(var profile, var placement, var starts, var size) ->
                profile + " cannot lie at " + placement
                        + ": it takes " + count(size, "unit") + " starting at " + starts;
            case Overlap(var profile, var placement, var other) ->
                profile + " at " + placement + " overlaps " + other;
            case TooMany(var profile, var most) -> "A GPU holds at most " + count(most, "instance") + " of " + profile;
            case ComputeSpent(var profile, var left) -> profile + " needs " + count(profile.slices(), "compute slice")
                    + "; " + left(left);
            case MediaSpent(var profile, var kind, var left) -> profile + " needs more " + kind.label()
                    + " than the other instances leave; " + left(left);
            case MediaTaken(var profile, var holder) -> profile + " cannot be beside " + holder
                    + ": a GPU has one instance with media engines at the most";
            case MemorySpent(var profile, var needed, var left) -> profile + " needs " + count(needed, "memory unit")
                    + "; " + left(left);
            case NoArrangement(var profile, var starts, var beside) -> profile + " starts only at " + starts
                    + (beside.isEmpty() ? "" : " and finds no room beside " + beside);
        };
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String left(int number) {
        return number == 0 ? "none is left"
                : String.format(Locale.ROOT, "%d %s left", number, number == 1 ? "is" : "are");
    }
}
