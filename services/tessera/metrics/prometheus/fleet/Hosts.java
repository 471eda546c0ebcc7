package tessera.metrics.prometheus.fleet;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which hosts a query is about: those whose series have one of some values of a label.
 *
 * @param values none for all hosts there are
 */
record Hosts(String label, List<String> values) {

    static final Hosts ALL = new Hosts("", List.of());

    /** What a letter of an expression is preceded by where it is meant as itself. */
    private static final Pattern SPECIAL = Pattern.compile("[\\p{Punct}&&[^_-]]");

    Hosts {
        values = List.copyOf(values);
    }

    /** A matcher in braces; empty for all. */
    String selector() {
        return values.isEmpty() ? "" : "{" + matcher("") + "}";
    }

    /** A matcher behind something; empty for all. */
    String matcher(String before) {
        return values.isEmpty() ? ""
                : before + label + "=~\"" + values.stream().map(Hosts::literally)
                        .collect(Collectors.joining("|")) + '"';
    }

    /** As an expression in a text of PromQL, both of which have the same escape. */
    private static String literally(String value) {
        return SPECIAL.matcher(value).replaceAll("\\\\$0").replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
