package tessera.mig;

/**
 * The run of a board's memory units that an instance occupies.
 *
 * @param start the first unit, from 0
 * @param size  how many units
 */
public record MigPlacement(int start, int size) implements Comparable<MigPlacement> {

    /** More units than any board has, so that sets of units fit a {@code long}. */
    static final int MOST_UNITS = 60;

    public MigPlacement {
        if (start < 0 || size < 1 || size > MOST_UNITS || start > MOST_UNITS - size) {
            throw new IllegalArgumentException("No placement: " + start + ":" + size);
        }
    }

    /** Returns the unit after the last. */
    public int end() {
        return start + size;
    }

    public boolean overlaps(MigPlacement other) {
        return start < other.end() && other.start < end();
    }

    /** Returns the units as bits. */
    long bitMask() {
        return ((1L << size) - 1) << start;
    }

    @Override
    public int compareTo(MigPlacement other) {
        if (start != other.start) {
            return Integer.compare(start, other.start);
        }
        return Integer.compare(size, other.size);
    }

    /** As nvidia-smi writes it, e.g. {@code 4:4}. */
    @Override
    public String toString() {
        return start + ":" + size;
    }
}
