package tessera.settings;

/** The use of a cluster, such as production. */
public enum ClusterPurpose {
    PLAIN,
    /** Is marked wherever it is named, and opens read-only until somebody unlocks it. */
    PRODUCTION,
    RESEARCH
}
