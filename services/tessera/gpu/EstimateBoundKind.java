package tessera.gpu;

/** The bound of a number: exact, a lower bound (≥) or an upper bound (≤). */
public enum EstimateBoundKind {
    EXACT,
    AT_LEAST,
    AT_MOST;

    /** Returns how what is left of a known whole stands to the truth. */
    EstimateBoundKind opposite() {
        return switch (this) {
            case EXACT -> EXACT;
            case AT_LEAST -> AT_MOST;
            case AT_MOST -> AT_LEAST;
        };
    }

    /** Returns this bound, or another if this is exact. */
    EstimateBoundKind orElse(EstimateBoundKind other) {
        return this == EXACT ? other : this;
    }
}
