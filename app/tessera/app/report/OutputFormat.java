package tessera.app.report;

/** A format in which the command line prints. */
public enum OutputFormat {
    /** Columns for people. */
    TABLE,
    /** More columns for people. */
    WIDE,
    /** For programs; its shape is versioned. */
    JSON,
    /** For spreadsheets. */
    CSV
}
