package tessera.lint.rule;

import tessera.text.Reason;

/** A problem with the configuration of the GPU stack. */
sealed interface LintGpuConfigReason extends Reason {

    record FlawWithHint(Reason flaw, String hint) implements LintGpuConfigReason {}

    record UnreadableMigConfig() implements LintGpuConfigReason {}

    record EmptyDeviceList(String config) implements LintGpuConfigReason {}

    record UnknownLayoutProfile(String config, String profile) implements LintGpuConfigReason {}

    record ImpossibleMigLayout(String config, String instances) implements LintGpuConfigReason {}

    record DeviceSpecsUnprivileged(String container) implements LintGpuConfigReason {}

    record MigWithoutSysAdmin(String container, String strategy) implements LintGpuConfigReason {}

    record QuotedFlag(String value) implements LintGpuConfigReason {}

    record UnknownOperatorValue(String name, String similar) implements LintGpuConfigReason {}

    record BooleanChoice(String value, String field) implements LintGpuConfigReason {}

    record OpenModulesIgnored() implements LintGpuConfigReason {}

    record CdiDefaultIgnored() implements LintGpuConfigReason {}

    record DefaultRuntimeIgnored() implements LintGpuConfigReason {}

    record PrecompiledDriverVersion(String branch) implements LintGpuConfigReason {}

    record PolicyBesideGpuCluster(boolean certain) implements LintGpuConfigReason {}

    record GpuClusterWithoutDriverCrd(boolean certain) implements LintGpuConfigReason {}

    record ConfigMapWithoutData(boolean certain) implements LintGpuConfigReason {}

    record EndedDriverBranch(String branch) implements LintGpuConfigReason {}

    record DefaultDriverWithSelector() implements LintGpuConfigReason {}

    record NoSuchPluginConfig(String map, String key) implements LintGpuConfigReason {}

    record OperatorTolerationsReplaced() implements LintGpuConfigReason {}

    record UnnamedConfigMap(String map, String reader) implements LintGpuConfigReason {}

    record OtherConfigMapNamed(String map, String other, String reader) implements LintGpuConfigReason {}

    record NoDefaultConfig(String reader, String label) implements LintGpuConfigReason {}

    record ConfigMapReadOnlyByName(String map) implements LintGpuConfigReason {}

    record ConfigMapUnreadByPlugins(String map, String other) implements LintGpuConfigReason {}

    record BindingByHand() implements LintGpuConfigReason {}

    record AutoscalerNotDefault() implements LintGpuConfigReason {}

    record NamespaceRejectsDrivers(String label) implements LintGpuConfigReason {}

    record RoleForDevice(String resource) implements LintGpuConfigReason {}

    record OverheadOfDevices(String amount, String resource) implements LintGpuConfigReason {}

    record UnalignedCpus() implements LintGpuConfigReason {}
}
