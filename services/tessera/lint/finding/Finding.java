package tessera.lint.finding;

import java.util.Comparator;
import java.util.Optional;

/**
 * A place in a manifest that breaks a rule.
 *
 * @param line   from 1
 * @param column from 1
 * @param object what it is about, e.g. {@code Deployment/llm}; empty where that is not known
 * @param reason one sentence without a full stop
 * @param fix    what mends it; empty when people have to decide
 */
public record Finding(Rule rule, Severity severity, int line, int column, String object, String reason,
        Optional<Fix> fix) {

    /** As they stand in the text. */
    public static final Comparator<Finding> IN_ORDER = Comparator.comparingInt(Finding::line)
            .thenComparingInt(Finding::column).thenComparing(Finding::severity)
            .thenComparing(finding -> finding.rule().id());
}
