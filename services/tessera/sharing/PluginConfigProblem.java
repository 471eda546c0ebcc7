package tessera.sharing;

import tessera.text.Reason;

/** Problems in a configuration of the device plugin; its remedy says what was probably meant, or what there is. */
public sealed interface PluginConfigProblem extends Reason {

    record NotYaml(String cause) implements PluginConfigProblem {}

    record NotPluginConfig() implements PluginConfigProblem {}

    record MissingConfigVersion() implements PluginConfigProblem {}

    record DuplicateConfigKey(String path) implements PluginConfigProblem {}

    record UnknownConfigKey(String path, ConfigKeyHint hint) implements PluginConfigProblem {}

    /**
     * A configuration key that the device plugin ignores.
     *
     * @param why a sentence of the schema, without its full stop
     */
    record IgnoredConfigKey(String path, String why) implements PluginConfigProblem {}

    /**
     * A configuration value of the wrong type.
     *
     * @param type the type that the key takes
     */
    record MistypedConfigValue(String path, String value, Reason type) implements PluginConfigProblem {}

    /**
     * A configuration value that its key does not take.
     *
     * @param values the values that the key takes
     */
    record UnknownConfigValue(String path, String value, String values) implements PluginConfigProblem {}

    record ExcludedTimeSlicing(String path) implements PluginConfigProblem {}

    record MissingSharingResources(String path) implements PluginConfigProblem {}

    record IgnoredMpsFailFlag(String path) implements PluginConfigProblem {}

    record MissingResourceName(String path) implements PluginConfigProblem {}

    record InvalidResourceName(String path, String value) implements PluginConfigProblem {}

    record MissingReplicas(String path) implements PluginConfigProblem {}

    record InvalidReplicas(String path, String value) implements PluginConfigProblem {}

    /**
     * More replicas than MPS has clients on a GPU.
     *
     * @param fewest the maximum on GPUs before compute capability 7.5
     */
    record ExcessiveMpsReplicas(String path, int replicas, int most, int fewest) implements PluginConfigProblem {}

    record RepeatedResource(String path, String resource) implements PluginConfigProblem {}

    record SharesAsResource(String path, String resource) implements PluginConfigProblem {}

    record UnofferedResource(String path) implements PluginConfigProblem {}

    record MigResourceOfMps(String path) implements PluginConfigProblem {}
}
