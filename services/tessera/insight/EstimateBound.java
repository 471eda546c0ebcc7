package tessera.insight;

/** How a figure stands to the truth. */
public enum EstimateBound {
    EXACT,
    AT_LEAST,
    AT_MOST;

    /** Returns this, or another where this is exact. */
    EstimateBound or(EstimateBound other) {
        return this == EXACT ? other : this;
    }
}
