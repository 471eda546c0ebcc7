package tessera.insight;

/** How a figure stands to the truth. */
public enum EstimateBound {
    EXACT,
    AT_LEAST,
    AT_MOST;

    /** Returns how what is left of a known whole stands to the truth. */
    EstimateBound opposite() {
        return switch (this) {
            case EXACT -> EXACT;
            case AT_LEAST -> AT_MOST;
            case AT_MOST -> AT_LEAST;
        };
    }

    /** Returns this, or another where this is exact. */
    EstimateBound or(EstimateBound other) {
        return this == EXACT ? other : this;
    }
}
