package tessera.mig;

/**
 * A GPU instance and its placement.
 *
 * @param profile   its size
 * @param placement the memory units it occupies
 */
public record PlacedGpuInstance(MigProfile profile, MigPlacement placement) {

    /** For example {@code 3g.40gb at 4:4}. */
    @Override
    public String toString() {
        return profile + " at " + placement;
    }
}
