package tessera.insight;

/** How a figure stands to the truth. */
public enum Bound {
    EXACT,
    AT_LEAST,
    AT_MOST;

    /** Returns this, or another where this is exact. */
    Bound or(Bound other) {
        return this == EXACT ? other : this;
    }
}
