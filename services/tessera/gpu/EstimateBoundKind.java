package tessera.gpu;

/** The bound of a number: exact, a lower bound (≥), an upper bound (≤), or neither of them (~). */
public enum EstimateBoundKind {
    EXACT,
    AT_LEAST,
    AT_MOST,
    /** The sum of numbers of which some may be too small and others too large. */
    APPROXIMATE;

    /** Returns how what is left of a known whole stands to the truth. */
    EstimateBoundKind opposite() {
        return switch (this) {
            case EXACT -> EXACT;
            case AT_LEAST -> AT_MOST;
            case AT_MOST -> AT_LEAST;
            case APPROXIMATE -> APPROXIMATE;
        };
    }

    /** Returns the bound of the sum of two numbers. */
    public EstimateBoundKind plus(EstimateBoundKind other) {
        if (this == other || other == EXACT) {
            return this;
        }
        return this == EXACT ? other : APPROXIMATE;
    }
}
