package tessera.cel;

/** The place of an expression, by which it may name variables. */
public enum CelScope {
    /** A selector: it is a condition, and names {@code device}. */
    DEVICE_SELECTOR,
    /** A rule of a schema, or its message: {@code self}, and {@code oldSelf} for the value before. */
    SCHEMA_RULE
}
