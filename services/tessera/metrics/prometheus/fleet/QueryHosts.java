package tessera.metrics.prometheus.fleet;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which hosts a query is about: those whose series have one of some values of a label.
 *
 * @param values none for all hosts there are
 */
record QueryHosts(String label, List<String> values) {

    static final QueryHosts ALL = new QueryHosts("", List.of());

    /** What a letter of an expression is preceded by where it is meant as itself. */
    private static final Pattern SPECIAL = Pattern.compile("[\\p{Punct}&&[^_-]]");

    QueryHosts {
        values = List.copyOf(values);
    }

    /** A matcher in braces; empty for all. */
    String selector() {
        return values.isEmpty() ? "" : "{" + matcher("") + "}";
    }

    /** A matcher behind something; empty for all. */
    String matcher(String before) {
        return values.isEmpty() ? ""
                : before + label + "=~\"" + values.stream().map(QueryHosts::literally)
                        .collect(Collectors.joining("|")) + '"';
    }

    /** As an expression in a text of PromQL, both of which have the same escape. */
    private static String literally(String value) {
        return SPECIAL.matcher(value).replaceAll("\\\\$0").replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
