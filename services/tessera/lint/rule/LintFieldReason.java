package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** A problem with a field or its value. */
sealed interface LintFieldReason extends Reason {

    record OneFieldRequired(List<String> fields) implements LintFieldReason {}

    record ExclusiveFields(List<String> fields) implements LintFieldReason {}

    record ForbiddenField(String field, Reason condition) implements LintFieldReason {}

    record RequiredField(String field, Reason condition) implements LintFieldReason {}

    record ForbiddenValue(String value, Reason condition) implements LintFieldReason {}

    record FieldCondition(String field, List<String> values, String other,
            String explanation) implements LintFieldReason {}

    record DuplicateHostPort(String port) implements LintFieldReason {}

    record DuplicateEntryName(String name, String subject) implements LintFieldReason {}

    record MissingTypeField(String type, String field) implements LintFieldReason {}

    record UnknownTypeField(String type, String field, Optional<String> similar) implements LintFieldReason {}

    record ListExpected(String field) implements LintFieldReason {}

    record MapExpected(String field) implements LintFieldReason {}

    record EmptyListEntry(String field) implements LintFieldReason {}

    record InvalidDataKey(String key, String field, String valid) implements LintFieldReason {}

    record BooleanKey(String key) implements LintFieldReason {}

    record TypeExpected(String field, String type) implements LintFieldReason {}

    record MisreadValue(String value, String form, String field, String type) implements LintFieldReason {}

    record InvalidFieldAmount(String value) implements LintFieldReason {}

    record NegativeAmount(String field) implements LintFieldReason {}

    record InvalidBase64() implements LintFieldReason {}

    record ValueNotAllowed(String value, String field, String valid) implements LintFieldReason {}

    record InvalidQualifiedResource(String name) implements LintFieldReason {}

    record InvalidResourceDomain(String name) implements LintFieldReason {}

    record ServiceWithoutPorts() implements LintFieldReason {}

    record UnnamedServicePort() implements LintFieldReason {}

    record DuplicateServicePort(String port, String protocol) implements LintFieldReason {}

    record NoTargetPort(String port) implements LintFieldReason {}

    record NoProbePort(String container, String port) implements LintFieldReason {}

    record InvalidPodSecurityLevel(String level) implements LintFieldReason {}

    record InvalidLabelKey(String key) implements LintFieldReason {}

    record InvalidLabelValue(String value) implements LintFieldReason {}

    record CommonMistake(String subject, String explanation) implements LintFieldReason {}

    record QuotedMistake(String quote, String explanation) implements LintFieldReason {}

    record KnownFact(String explanation) implements LintFieldReason {}

    record InvalidChoice(String value, String field, List<String> valid) implements LintFieldReason {}
}
