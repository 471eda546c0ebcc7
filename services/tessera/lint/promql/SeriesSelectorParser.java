package tessera.lint.promql;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.promql.PromqlExpression.VectorSelector;

/** Parses a selector of series: a metric, labels, or both. One query, one thread. */
final class SeriesSelectorParser {

    private static final Set<String> MATCHES = Set.of("=", "!=", "=~", "!~");
    private static final String NAME = "__name__";
    /** What matches a label that is not there, too, of what people write. */
    private static final Pattern ANYTHING = Pattern.compile("\\(?(?:\\.\\*)?\\)?|\\(?.*\\|\\)?|\\(?\\|.*\\)?");

    private final PromqlTokenReader tokens;
    private String metric;
    /** Whether anything is named that not every series has. */
    private boolean selective;

    SeriesSelectorParser(PromqlTokenReader tokens, String metric) {
        this.tokens = tokens;
        this.metric = metric;
        selective = !metric.isEmpty();
    }

    VectorSelector parse() throws PromqlException {
        if (tokens.takeIf("{")) {
            while (!tokens.takeIf("}")) {
                parseMember();
                if (!tokens.takeIf(",") && !tokens.peek().equals("}")) {
                    throw tokens.peek().isEmpty() ? new PromqlException("“{” is not closed")
                            : tokens.unexpected("expected “,” or “}”");
                }
            }
        }
        if (!selective) {
            throw new PromqlException("“{}” selects everything: name a metric, or a label with what it is");
        }
        return new VectorSelector(metric);
    }

    private void parseMember() throws PromqlException {
        if (!tokens.isName() && !tokens.isQuoted()) {
            throw tokens.peek().isEmpty() ? new PromqlException("“{” is not closed")
                    : tokens.unexpected("expected a label name");
        }
        boolean quoted = tokens.isQuoted();
        var label = tokens.take();
        if (MATCHES.contains(tokens.peek())) {
            parseMatcher(label);
        } else if (quoted) {
            setMetric(PromqlTokenReader.unquotedText(label));
        } else {
            throw tokens.unexpected("expected =, !=, =~ or !~ after “%s”".formatted(label));
        }
    }

    private void parseMatcher(String label) throws PromqlException {
        var operator = tokens.take();
        if (!tokens.isQuoted()) {
            throw tokens.unexpected("the value of label “%s” must be quoted".formatted(label));
        }
        var value = PromqlTokenReader.unquotedText(tokens.take());
        var fault = operator.endsWith("~") ? GoRegexValidator.findError(value) : Optional.<String>empty();
        if (fault.isPresent()) {
            throw new PromqlException("“%s” is no regular expression: %s".formatted(value, fault.get()));
        }
        if (label.equals(NAME) && !metric.isEmpty()) {
            throw new PromqlException("the metric is named twice, by %s and in braces".formatted(metric));
        }
        if (label.equals(NAME) && operator.equals("=")) {
            metric = value;
        }
        boolean anything = operator.endsWith("~") ? ANYTHING.matcher(value).matches() : value.isEmpty();
        selective |= operator.startsWith("!") == anything;
    }

    private void setMetric(String quoted) throws PromqlException {
        if (!metric.isEmpty()) {
            throw new PromqlException("the metric is named twice, by %s and by %s".formatted(metric, quoted));
        }
        metric = quoted;
        selective = true;
    }
}
