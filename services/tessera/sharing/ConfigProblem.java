package tessera.sharing;

/**
 * Something in a configuration that is not as its writer must have meant it.
 *
 * @param path  where, e.g. {@code sharing.timeSlicing.resources[0].replicas}; empty for the whole
 * @param line  of the text, from 1; 0 where that is not known
 * @param words what is wrong, without a full stop
 * @param meant what was probably meant, or what there is; may be empty
 */
public record ConfigProblem(ProblemWeight weight, String path, int line, String words, String meant) {

    /** What the device plugin makes of it. */
    public enum ProblemWeight {
        /** It takes nothing of the configuration and ends. */
        REJECTED,
        /** It goes on as if that were not written. */
        PASSED_OVER,
        /** It does as told, which may not be what was meant. */
        DOUBTFUL
    }

    /** All of it in one line. */
    public String sentence() {
        return (line > 0 ? "line " + line + ": " : "") + (path.isEmpty() ? "" : path + " ") + words
                + (meant.isEmpty() ? "" : ". " + meant);
    }
}
