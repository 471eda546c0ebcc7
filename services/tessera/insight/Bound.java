package tessera.insight;

/** How a figure stands to the truth. */
public enum Bound {
    EXACT,
    AT_LEAST,
    AT_MOST
}
