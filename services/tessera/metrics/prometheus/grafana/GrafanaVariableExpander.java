package tessera.metrics.prometheus.grafana;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.metrics.exposition.SeriesLabelSet;

/** Puts values into the queries and legends of dashboards. */
public final class GrafanaVariableExpander {

    private static final Pattern VARIABLE = Pattern
            .compile("\\$\\{(\\w++)(?::[^{}]*+)?}|\\[\\[(\\w+)(?::\\w+)?]]|\\$(\\w+)");
    private static final Pattern LABEL = Pattern.compile("\\{\\{\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*}}");
    private static final Set<String> BUILT_IN = Set.of("__interval", "__interval_ms", "__rate_interval", "__range",
            "__range_s", "__range_ms");
    /** A rate needs some values: exporters give one every 30 seconds. */
    private static final Duration RATE = Duration.ofMinutes(2);

    private GrafanaVariableExpander() {}

    /** Returns the first name in a query that is no variable; empty when all are. */
    static Optional<String> unknownVariable(String query, Set<String> known) {
        return VARIABLE.matcher(query).results().map(GrafanaVariableExpander::variableName).filter(
                name -> !known.contains(name) && !BUILT_IN.contains(name) && !name.chars().allMatch(Character::isDigit))
                .findFirst();
    }

    private static String variableName(MatchResult found) {
        for (int group = 1; group <= 3; group++) {
            if (found.group(group) != null) {
                return found.group(group);
            }
        }
        return "";
    }

    /**
     * Returns a query with values in place of the names of variables.
     *
     * @param range how long a time is asked for
     * @param step  in what steps
     */
    public static String expandQuery(String query, Map<String, String> values, Duration range, Duration step) {
        return VARIABLE.matcher(query).replaceAll(found -> {
            var name = variableName(found);
            var rate = step.multipliedBy(2).compareTo(RATE) > 0 ? step.multipliedBy(2) : RATE;
            var value = switch (name) {
                case "__interval" -> step.toSeconds() + "s";
                case "__interval_ms" -> Long.toString(step.toMillis());
                case "__rate_interval" -> rate.toSeconds() + "s";
                case "__range" -> range.toSeconds() + "s";
                case "__range_s" -> Long.toString(range.toSeconds());
                case "__range_ms" -> Long.toString(range.toMillis());
                default -> values.getOrDefault(name, found.group());
            };
            return Matcher.quoteReplacement(value);
        });
    }

    /** Returns a selector with values in place of the names of variables. */
    public static String expandSelector(String selector, Map<String, String> values) {
        return expandQuery(selector, values, Duration.ofHours(1), Duration.ofMinutes(1));
    }

    /** Returns a legend with the values of a series' labels in it; empty where there is no legend. */
    public static String expandLegend(String legend, SeriesLabelSet labels) {
        return LABEL.matcher(legend).replaceAll(found -> Matcher.quoteReplacement(labels.valueOf(found.group(1))))
                .strip();
    }

    /** Returns a regular expression for any of some values. */
    public static String anyOf(List<String> values) {
        return values.stream().map(value -> value.replaceAll("([\\\\.*+?^$(){}|\\[\\]])", "\\\\\\\\$1"))
                .collect(Collectors.joining("|", "(", ")"));
    }
}
