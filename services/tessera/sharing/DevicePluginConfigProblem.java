package tessera.sharing;

import tessera.text.MessageCatalog;

/**
 * A problem in a configuration: a value that its writer cannot have meant.
 *
 * @param path  where, e.g. {@code sharing.timeSlicing.resources[0].replicas}; empty for the whole
 * @param line  of the text, from 1; 0 where that is not known
 * @param flaw what is wrong
 */
public record DevicePluginConfigProblem(ConfigProblemEffect weight, String path, int line, PluginConfigProblem flaw) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DevicePluginConfigProblem.class);

    /** The effect of the problem on the device plugin. */
    public enum ConfigProblemEffect {
        /** It takes nothing of the configuration and ends. */
        REJECTED,
        /** It goes on as if that were not written. */
        PASSED_OVER,
        /** It does as told, which may not be what was meant. */
        DOUBTFUL
    }

    /** Returns what is wrong and where, without a full stop. */
    public String text() {
        return flaw.text();
    }

    /** Returns what was probably meant, or what there is; may be empty. */
    public String hint() {
        return flaw.remedyText();
    }

    /** Returns the whole problem in one line. */
    public String problemText() {
        return MESSAGES.text("problem", line, text(), hint());
    }
}
