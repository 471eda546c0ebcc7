package tessera.sharing;

import tessera.text.Reason;

/** Problems in a configuration of the device plugin; its remedy says what was probably meant, or what there is. */
public sealed interface PluginConfigFlaw extends Reason {

    record NotYaml(String cause) implements PluginConfigFlaw {}

    record NotPluginConfig() implements PluginConfigFlaw {}

    record MissingConfigVersion() implements PluginConfigFlaw {}

    record DuplicateConfigKey(String path) implements PluginConfigFlaw {}

    record UnknownConfigKey(String path, ConfigKeyHint hint) implements PluginConfigFlaw {}

    /**
     * Ignored config key.
     *
     * @param why a sentence of the schema, without a full stop
     */
    record IgnoredConfigKey(String path, String why) implements PluginConfigFlaw {}

    /**
     * Mistyped config value.
     *
     * @param type what the key takes
     */
    record MistypedConfigValue(String path, String value, Reason type) implements PluginConfigFlaw {}

    /**
     * Unknown config value.
     *
     * @param values that the key takes
     */
    record UnknownConfigValue(String path, String value, String values) implements PluginConfigFlaw {}

    record ExcludedTimeSlicing(String path) implements PluginConfigFlaw {}

    record MissingSharingResources(String path) implements PluginConfigFlaw {}

    record IgnoredMpsFailFlag(String path) implements PluginConfigFlaw {}

    record MissingResourceName(String path) implements PluginConfigFlaw {}

    record InvalidResourceName(String path, String value) implements PluginConfigFlaw {}

    record MissingReplicas(String path) implements PluginConfigFlaw {}

    record InvalidReplicas(String path, String value) implements PluginConfigFlaw {}

    /**
     * Excessive MPS replicas.
     *
     * @param fewest clients on older GPUs
     */
    record ExcessiveMpsReplicas(String path, int replicas, int most, int fewest) implements PluginConfigFlaw {}

    record RepeatedResource(String path, String resource) implements PluginConfigFlaw {}

    record SharesAsResource(String path, String resource) implements PluginConfigFlaw {}

    record UnofferedResource(String path) implements PluginConfigFlaw {}

    record MigResourceOfMps(String path) implements PluginConfigFlaw {}
}
