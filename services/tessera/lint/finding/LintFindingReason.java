package tessera.lint.finding;

import tessera.text.Reason;

/** A finding as the reason of a refusal or warning. */
public sealed interface LintFindingReason extends Reason {

    record RuleViolation(String rule, String finding) implements LintFindingReason {}

    /**
     * A violation with its object and line.
     *
     * @param object empty where it is not known
     */
    record RuleViolationOfObject(String object, String rule, String finding, int line) implements LintFindingReason {}
}
