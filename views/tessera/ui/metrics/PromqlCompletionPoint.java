package tessera.ui.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Completion of a PromQL query at the caret. Pure.
 *
 * @param from where what is replaced begins
 * @param prefix what is there of it
 * @param request  what it can become
 */
record PromqlCompletionPoint(int from, String prefix, PromqlCompletionContext request) {

    /** The kind of token that is being typed. */
    sealed interface PromqlCompletionContext {}

    /** The name of a metric, or a function. */
    record MetricCompletion() implements PromqlCompletionContext {}

    /** The name of a label of a metric; of any where its name is empty. */
    record LabelCompletion(String metric) implements PromqlCompletionContext {}

    /** The value of a label of a metric; of any where its name is empty. */
    record LabelValueCompletion(String metric, String label) implements PromqlCompletionContext {}

    /** A token without completion, such as a number. */
    record NoCompletion() implements PromqlCompletionContext {}

    private static final int MOST = 50;
    private static final Pattern WORD = Pattern.compile("(?<![A-Za-z_:]\\d{0,40})[A-Za-z_:][A-Za-z0-9_:]*+$");
    private static final Pattern VALUE = Pattern
            .compile("(?<![A-Za-z_]\\d{0,40})([A-Za-z_][A-Za-z0-9_]*+)\\s*+(?:=~|!~|!=|=)\\s*+\"([^\"]*+)$");
    private static final Pattern METRIC = Pattern
            .compile("(?<![A-Za-z_:]\\d{0,40})([A-Za-z_:][A-Za-z0-9_:]*+)\\s*+\\{[^{}]*+$");
    private static final Pattern GROUPING = Pattern
            .compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^()]*$");
    /** A metric with a selector, one behind the grouping, or one before it. */
    private static final Pattern GROUPED = Pattern
            .compile("(?<![A-Za-z_:]\\d{0,40})([A-Za-z_:][A-Za-z0-9_:]*+)\\s*+[{\\[]"
                    + "|\\)\\s*+\\(\\s*+([A-Za-z_:][A-Za-z0-9_:]*+)\\s*+\\)"
                    + "|\\(\\s*+([A-Za-z_:][A-Za-z0-9_:]*+)\\s*+\\)\\s*+(?:by|without)");
    private static final List<String> FUNCTIONS = List.of("abs", "absent", "avg", "avg_over_time", "by", "ceil",
            "changes", "clamp", "clamp_max", "clamp_min", "count", "count_over_time", "count_values", "delta", "deriv",
            "floor", "histogram_quantile", "increase", "irate", "label_replace", "last_over_time", "max",
            "max_over_time", "min", "min_over_time", "offset", "predict_linear", "quantile", "quantile_over_time",
            "rate", "resets", "round", "scalar", "sort", "sort_desc", "stddev", "sum", "sum_over_time", "time",
            "timestamp", "topk", "bottomk", "unless", "vector", "without");

    /** Returns the completion at the caret. */
    static PromqlCompletionPoint at(String text, int caret) {
        var before = text.substring(0, Math.clamp(caret, 0, text.length()));
        var value = VALUE.matcher(before);
        if (value.find() && isInBraces(before)) {
            return new PromqlCompletionPoint(value.start(2), value.group(2),
                    new LabelValueCompletion(metricBefore(before), value.group(1)));
        }
        if (isQuoted(before)) {
            return new PromqlCompletionPoint(before.length(), "", new NoCompletion());
        }
        var word = WORD.matcher(before);
        boolean any = word.find();
        int from = any ? word.start() : before.length();
        var typed = before.substring(from);
        if (isInBraces(before)) {
            return new PromqlCompletionPoint(from, typed, new LabelCompletion(metricBefore(before)));
        }
        if (GROUPING.matcher(before).find()) {
            return new PromqlCompletionPoint(from, typed, new LabelCompletion(groupedMetric(text)));
        }
        boolean number = from > 0 && Character.isLetterOrDigit(before.charAt(from - 1));
        return new PromqlCompletionPoint(from, typed, any && !number ? new MetricCompletion() : new NoCompletion());
    }

    private static String groupedMetric(String text) {
        var grouped = GROUPED.matcher(text);
        if (!grouped.find()) {
            return "";
        }
        return Stream.of(1, 2, 3).map(grouped::group).filter(Objects::nonNull).findFirst().orElse("");
    }

    private static boolean isQuoted(String before) {
        return before.chars().filter(each -> each == '"').count() % 2 == 1;
    }

    /** Returns whether a brace is open. */
    private static boolean isInBraces(String before) {
        return before.lastIndexOf('{') > before.lastIndexOf('}');
    }

    private static String metricBefore(String before) {
        var metric = METRIC.matcher(before);
        return metric.find() ? metric.group(1) : "";
    }

    /** Returns the words that match what was typed, the likeliest first. */
    List<String> matchesAmong(List<String> known) {
        var wanted = prefix.toLowerCase(Locale.ROOT);
        var functions = request instanceof MetricCompletion ? FUNCTIONS.stream() : Stream.<String>empty();
        return Stream.concat(known.stream(), functions).distinct()
                .filter(word -> word.toLowerCase(Locale.ROOT).contains(wanted) && !word.equals(prefix))
                .sorted(Comparator.comparing((String word) -> !word.toLowerCase(Locale.ROOT).startsWith(wanted))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST).toList();
    }

    /** Returns the text with a word in place of what was typed. */
    String applyTo(String text, String word) {
        return text.substring(0, from) + word + text.substring(from + prefix.length());
    }

    /** Returns the caret position after completing with a word. */
    int caretAfter(String word) {
        return from + word.length();
    }
}
