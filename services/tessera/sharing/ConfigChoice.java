package tessera.sharing;

import java.util.Collection;

/**
 * Which named configuration a node takes.
 *
 * @param key empty for none
 */
public record ConfigChoice(String key, Source source) {

    /** The label by which a node chooses. */
    public static final String LABEL = "nvidia.com/device-plugin.config";
    private static final String NAMED = "default";

    /** Who says so. The first that does counts. */
    public enum Source {
        /** The node's label. */
        LABEL,
        /** The default for nodes without a label. */
        DEFAULT,
        /** There is one that is called default, or only one. */
        FALLBACK,
        /** Nobody: the plugin goes without. */
        NONE
    }

    /**
     * Decides.
     *
     * @param label     of the node; empty without one
     * @param usual     the default for nodes without a label; may be empty
     * @param keys      the configurations there are
     * @param fallsBack whether, with neither, one is chosen by its name or because it is the only one
     */
    public static ConfigChoice of(String label, String usual, Collection<String> keys, boolean fallsBack) {
        if (!label.isEmpty()) {
            return new ConfigChoice(label, Source.LABEL);
        }
        if (!usual.isEmpty()) {
            return new ConfigChoice(usual, Source.DEFAULT);
        }
        if (fallsBack && keys.contains(NAMED)) {
            return new ConfigChoice(NAMED, Source.FALLBACK);
        }
        return fallsBack && keys.size() == 1 ? new ConfigChoice(keys.iterator().next(), Source.FALLBACK)
                : new ConfigChoice("", Source.NONE);
    }
}
