package tessera.lint.finding;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A place in a manifest that breaks a rule.
 *
 * @param line   from 1
 * @param column from 1
 * @param object what it is about, e.g. {@code Deployment/llm}; empty where that is not known
 * @param reason one sentence without a full stop
 * @param fix    what mends it; empty when people have to decide
 * @param ways   what people can decide for; each mends it
 */
public record LintFinding(LintRule rule, LintSeverity severity, int line, int column, String object, String reason,
        Optional<LintFix> fix, List<LintFix> ways) {

    /** As they stand in the text. */
    public static final Comparator<LintFinding> IN_ORDER = Comparator.comparingInt(LintFinding::line)
            .thenComparingInt(LintFinding::column).thenComparing(LintFinding::severity)
            .thenComparing(finding -> finding.rule().id());

    public LintFinding {
        object = PlainQuote.of(object);
        reason = PlainQuote.of(reason);
        ways = List.copyOf(ways);
    }

    /** What people can do, in a sentence: one of some ways, or what helps in place of an edit; may be empty. */
    public String advice() {
        return ways.isEmpty() ? instead()
                : (ways.size() > 1 ? "Either: " : "")
                        + ways.stream().map(LintFix::words).collect(Collectors.joining("; or: ")) + ".";
    }

    /** What is to be done where no edit of the manifest helps, in the words of its rule; else empty. */
    public String instead() {
        // Of what is only not known nothing need be done.
        boolean doubt = severity == LintSeverity.HINT && rule.severity() != LintSeverity.HINT;
        return fix.isEmpty() && ways.isEmpty() && !doubt ? rule.instead() : "";
    }
}
