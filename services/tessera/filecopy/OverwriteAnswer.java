package tessera.filecopy;

/** What to do about a file of this machine that is there already. */
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
