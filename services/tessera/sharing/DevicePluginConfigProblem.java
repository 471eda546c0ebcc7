package tessera.sharing;

/**
 * A problem in a configuration: a value that its writer cannot have meant.
 *
 * @param path  where, e.g. {@code sharing.timeSlicing.resources[0].replicas}; empty for the whole
 * @param line  of the text, from 1; 0 where that is not known
 * @param text what is wrong, without a full stop
 * @param hint what was probably meant, or what there is; may be empty
 */
public record DevicePluginConfigProblem(ConfigProblemEffect weight, String path, int line, String text, String hint) {

    /** The effect of the problem on the device plugin. */
    public enum ConfigProblemEffect {
        /** It takes nothing of the configuration and ends. */
        REJECTED,
        /** It goes on as if that were not written. */
        PASSED_OVER,
        /** It does as told, which may not be what was meant. */
        DOUBTFUL
    }

    /** Returns the whole problem in one line. */
    public String problemText() {
        return (line > 0 ? "line " + line + ": " : "") + (path.isEmpty() ? "" : path + " ") + text
                + (hint.isEmpty() ? "" : ". " + hint);
    }
}
