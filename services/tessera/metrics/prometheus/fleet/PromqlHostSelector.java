package tessera.metrics.prometheus.fleet;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The hosts that a query covers: those whose series have one of some values of a label.
 *
 * @param values none for all hosts there are
 */
record PromqlHostSelector(String label, List<String> values) {

    static final PromqlHostSelector ALL = new PromqlHostSelector("", List.of());

    /** What a letter of an expression is preceded by where it is meant as itself. */
    private static final Pattern SPECIAL = Pattern.compile("[\\p{Punct}&&[^_-]]");

    PromqlHostSelector {
        values = List.copyOf(values);
    }

    /** Returns a label matcher in braces; empty for all hosts. */
    String selector() {
        return values.isEmpty() ? "" : "{" + matcherAfter("") + "}";
    }

    /** Returns a label matcher to append to another; empty for all hosts. */
    String matcherAfter(String before) {
        if (values.isEmpty()) {
            return "";
        }
        return before + label + "=~\""
                + values.stream().map(PromqlHostSelector::quoteLiteral).collect(Collectors.joining("|")) + '"';
    }

    /** Quotes a value as a regular expression in a PromQL string, both of which have the same escape. */
    private static String quoteLiteral(String value) {
        return SPECIAL.matcher(value).replaceAll("\\\\$0").replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
