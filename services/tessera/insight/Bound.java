package tessera.insight;

/** How a figure stands to the truth. */
public enum Bound {
    EXACT,
    AT_LEAST,
    AT_MOST;

    /** How what is left of a whole stands to the truth, where this is how the part does. */
    public Bound ofTheRest() {
        return switch (this) {
            case EXACT -> EXACT;
            case AT_LEAST -> AT_MOST;
            case AT_MOST -> AT_LEAST;
        };
    }
}
