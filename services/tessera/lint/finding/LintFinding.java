package tessera.lint.finding;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * A place in a manifest that breaks a rule.
 *
 * @param line   from 1
 * @param column from 1
 * @param object what it is about, e.g. {@code Deployment/llm}; empty where that is not known
 * @param reason what is wrong
 * @param fix    what mends it; empty when people have to decide
 * @param alternatives   what people can decide for; each mends it
 */
public record LintFinding(LintRule rule, LintSeverity severity, int line, int column, String object, Reason reason,
        Optional<LintFix> fix, List<LintFix> alternatives) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LintFinding.class);

    /** As they stand in the text. */
    public static final Comparator<LintFinding> IN_ORDER = Comparator.comparingInt(LintFinding::line)
            .thenComparingInt(LintFinding::column).thenComparing(LintFinding::severity)
            .thenComparing(finding -> finding.rule().id());

    public LintFinding {
        object = TerminalSafeQuoter.quote(object);
        alternatives = List.copyOf(alternatives);
    }

    /** Returns the finding as the reason of a refusal or warning. */
    public LintFindingReason toReason() {
        return new LintFindingReason.RuleViolation(rule.id(), reasonText());
    }

    /** Returns the finding as a reason that names its object and place. */
    public LintFindingReason toReasonWithPlace() {
        return new LintFindingReason.RuleViolationOfObject(object, rule.id(), reasonText(), line);
    }

    /** Returns what is wrong in a line that no terminal obeys. */
    public String reasonText() {
        return TerminalSafeQuoter.quote(reason.text());
    }

    /** Returns the remedy in a sentence: one of several alternatives, or what helps instead of an edit; may be empty. */
    public String remedyText() {
        if (alternatives.isEmpty()) {
            return insteadText();
        }
        var ways = alternatives.stream().map(LintFix::description).toList();
        return ways.size() == 1 ? MESSAGES.text("remedy", ways.getFirst())
                : MESSAGES.text("remedy.choice", String.join("; ", ways));
    }

    /** Returns the remedy of the rule where no edit of the manifest helps; else empty. */
    public String insteadText() {
        // Of what is only not known nothing need be done.
        boolean doubt = severity == LintSeverity.HINT && rule.severity() != LintSeverity.HINT;
        return fix.isEmpty() && alternatives.isEmpty() && !doubt ? rule.instead() : "";
    }
}
