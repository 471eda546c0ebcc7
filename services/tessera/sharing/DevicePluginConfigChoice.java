package tessera.sharing;

import java.util.Collection;
import java.util.List;

/**
 * The named configuration that a node uses, and its origin.
 *
 * @param configName empty for none
 */
public record DevicePluginConfigChoice(String configName, PluginConfigChoiceOrigin source) {

    /** The label by which a node chooses. */
    public static final String LABEL = "nvidia.com/device-plugin.config";
    private static final String NAMED = "default";

    /** The origin of the choice. The first that does counts. */
    public enum PluginConfigChoiceOrigin {
        /** The node's label. */
        LABEL,
        /** The default for nodes without a label. */
        DEFAULT,
        /** There is one that is called default, or only one. */
        FALLBACK,
        /** Nobody: the plugin goes without. */
        NONE,
        /** Nobody, and the plugin may not go without: it ends again and again. */
        NOTHING
    }

    /** The rules for nodes without label and default. */
    public enum PluginConfigFallbackRule {
        /** The one that is called default. */
        NAMED,
        /** The only one there is. */
        SINGLE,
        /** To go without. */
        EMPTY
    }

    /**
     * Returns the choice for a node.
     *
     * @param label     of the node; empty without one
     * @param usual     the default for nodes without a label; may be empty
     * @param keys      the configurations there are
     * @param fallbacks how one is found with neither; the first that finds one counts
     */
    public static DevicePluginConfigChoice choose(String label, String usual, Collection<String> keys,
            List<PluginConfigFallbackRule> fallbacks) {
        if (!label.isEmpty()) {
            return new DevicePluginConfigChoice(label, PluginConfigChoiceOrigin.LABEL);
        }
        if (!usual.isEmpty()) {
            return new DevicePluginConfigChoice(usual, PluginConfigChoiceOrigin.DEFAULT);
        }
        for (var configFallbackRules : fallbacks) {
            switch (configFallbackRules) {
                case NAMED -> {
                    if (keys.contains(NAMED)) {
                        return new DevicePluginConfigChoice(NAMED, PluginConfigChoiceOrigin.FALLBACK);
                    }
                }
                case SINGLE -> {
                    if (keys.size() == 1) {
                        return new DevicePluginConfigChoice(keys.iterator().next(), PluginConfigChoiceOrigin.FALLBACK);
                    }
                }
                case EMPTY -> {
                    return new DevicePluginConfigChoice("", PluginConfigChoiceOrigin.NONE);
                }
            }
        }
        return new DevicePluginConfigChoice("", PluginConfigChoiceOrigin.NOTHING);
    }
}
