package tessera.lint.promql;

import tessera.text.Reason;

/** Why RE2 does not parse a regular expression. */
public sealed interface GoRegexReason extends Reason {

    record UnclosedRegexPart(String part) implements GoRegexReason {}

    record NothingToRepeat(String operator) implements GoRegexReason {}

    record UnopenedGroup() implements GoRegexReason {}

    record UnsupportedGroup(String group) implements GoRegexReason {}

    record UnsupportedEscape(String letter) implements GoRegexReason {}

    record TrailingBackslash() implements GoRegexReason {}
}
