package tessera.lint.source;

import tessera.text.Reason;

/** Why a text cannot be read as YAML. */
public sealed interface YamlSyntaxReason extends Reason {

    record TooManyAliases() implements YamlSyntaxReason {}

    record InvalidYamlCharacter(String codePoint) implements YamlSyntaxReason {}

    record TooDeepYaml() implements YamlSyntaxReason {}

    record TooLargeYaml() implements YamlSyntaxReason {}

    record TooLongValue(String characters) implements YamlSyntaxReason {}

    record UnquotedPlaceholder(String placeholder) implements YamlSyntaxReason {}

    record UnfilledPlaceholder(String placeholder) implements YamlSyntaxReason {}

    /** The message of the parser; empty where it gives none. */
    record YamlParserMessage(String message) implements YamlSyntaxReason {}
}
