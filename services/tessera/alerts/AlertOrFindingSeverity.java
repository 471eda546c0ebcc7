package tessera.alerts;

/** Severity of an alert or finding, the most urgent last. */
public enum AlertOrFindingSeverity {
    /** Worth knowing; nothing has to be done. */
    INFO,
    /** Someone has to look at it, not at once. */
    WARNING,
    /** Someone has to act now. */
    CRITICAL
}
