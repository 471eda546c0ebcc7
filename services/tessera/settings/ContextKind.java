package tessera.settings;

/** What a cluster is to its users. */
public enum ContextKind {
    PLAIN,
    /** Is marked wherever it is named, and opens read-only until somebody unlocks it. */
    PRODUCTION,
    RESEARCH
}
