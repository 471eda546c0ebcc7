package tessera.lint.rule;

import tessera.text.Reason;

/** A problem with the choice of nodes. */
sealed interface LintSchedulingReason extends Reason {

    record NodeNameSet() implements LintSchedulingReason {}

    record TolerationWithoutKey() implements LintSchedulingReason {}

    record ExistsWithValue() implements LintSchedulingReason {}

    record NarrowGpuToleration(String value) implements LintSchedulingReason {}

    record MemoryLabelEquality() implements LintSchedulingReason {}

    record AmbiguousProductName(String product) implements LintSchedulingReason {}

    record OldProductName(String product) implements LintSchedulingReason {}

    record StrictGpuCount(long count) implements LintSchedulingReason {}

    record UntoleratedGpuTaint() implements LintSchedulingReason {}

    record UntoleratedSpotTaint(String label) implements LintSchedulingReason {}

    record ComparisonValueCount(String operator, int values) implements LintSchedulingReason {}

    record TextLabelCompared(String label, String operator) implements LintSchedulingReason {}

    record ComparisonNotNumber(String value, String operator) implements LintSchedulingReason {}

    record ReplacedLabel(String label, String explanation, String replacement) implements LintSchedulingReason {}

    record ContradictingTerm(String key, String first, String second) implements LintSchedulingReason {}

    record MistypedSelector(String label, String value, String workload,
            String actual) implements LintSchedulingReason {}

    record UnsetNamespaceLabel(String label, String value) implements LintSchedulingReason {}

    record UnknownPluginLabel() implements LintSchedulingReason {}

    record GangDisruptionBudget() implements LintSchedulingReason {}

    record SshKeysNotShared() implements LintSchedulingReason {}
}
