package tessera.filecopy;

/** The user's answer about an existing local file. */
public enum OverwriteAnswer {
    REPLACE,
    SKIP,
    /** This one and all that follow. */
    REPLACE_ALL,
    /** This one and all that follow. */
    SKIP_ALL,
    /** Copy nothing more. */
    STOP
}
