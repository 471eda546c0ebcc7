package tessera.alerts;

/** How urgent something is, the most urgent last. */
public enum Severity {
    /** Worth knowing; nothing has to be done. */
    INFO,
    /** Someone has to look at it, not at once. */
    WARNING,
    /** Someone has to act now. */
    CRITICAL
}
