package tessera.lint.rule;

import java.util.Optional;
import tessera.text.Reason;

/** A problem with the structure of a manifest or the identity of an object. */
sealed interface LintStructureReason extends Reason {

    record NoObjectInText() implements LintStructureReason {}

    record DockerConfig() implements LintStructureReason {}

    record UnrenderedValues() implements LintStructureReason {}

    record UnrenderedTemplate(Reason problem) implements LintStructureReason {}

    record BrokenYaml(Reason problem) implements LintStructureReason {}

    record MissingKind() implements LintStructureReason {}

    record PlainObjectList() implements LintStructureReason {}

    record NotAnObject() implements LintStructureReason {}

    record MissingObjectName() implements LintStructureReason {}

    record InvalidObjectName(String name) implements LintStructureReason {}

    record LongCronJobName(String name, int maximum) implements LintStructureReason {}

    record InvalidServiceName(String name) implements LintStructureReason {}

    record DigitServiceName(String name) implements LintStructureReason {}

    record DuplicateKey(String key) implements LintStructureReason {}

    record FieldNotOfContainer(String field, String explanation) implements LintStructureReason {}

    record FieldNotOfPod(String field, String explanation) implements LintStructureReason {}

    record KindOfOtherVersion(String kind, String version, String apiVersion) implements LintStructureReason {}

    record UnknownKind(String apiVersion, String kind, Optional<String> similar) implements LintStructureReason {}

    record UnknownApiVersion(String apiVersion, Optional<String> similar) implements LintStructureReason {}
}
