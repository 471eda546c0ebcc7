package tessera.alerts.engine;

/** The verdict of a rule on a subject. */
enum AlertRuleResult {
    WRONG,
    /** Too right for an alert to begin, and not right enough for one to end. */
    BETWEEN,
    RIGHT,
    /** Cannot be told: neither a violation nor an all-clear. */
    UNKNOWN
}
