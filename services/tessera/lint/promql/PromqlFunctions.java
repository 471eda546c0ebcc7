package tessera.lint.promql;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.promql.PromqlExpression.Call;
import tessera.lint.promql.PromqlExpression.Range;
import tessera.model.NearNames;

/** The functions of PromQL, and whether they take range vectors. */
final class PromqlFunctions {

    /** Functions of range vectors; source: promql/parser/functions.go of Prometheus 3. */
    private static final Pattern OVER_TIME = Pattern.compile(".*_over_time|i?rate|increase|i?delta|deriv|predict_linear"
            + "|resets|changes|holt_winters|double_exponential_smoothing|integral");
    private static final Set<String> OTHERS = Set.of("abs", "absent", "acos", "acosh", "asin", "asinh", "atan", "atanh",
            "ceil", "clamp", "clamp_max", "clamp_min", "cos", "cosh", "day_of_month", "day_of_week", "day_of_year",
            "days_in_month", "deg", "end", "exp", "floor", "histogram_avg", "histogram_count", "histogram_fraction",
            "histogram_quantile", "histogram_quantiles", "histogram_stddev", "histogram_stdvar", "histogram_sum",
            "hour", "info", "label_join", "label_replace", "ln", "log10", "log2", "minute", "month", "pi", "rad",
            "range", "round", "scalar", "sgn", "sin", "sinh", "sort", "sort_by_label", "sort_by_label_desc",
            "sort_desc", "sqrt", "start", "step", "tan", "tanh", "time", "timestamp", "vector", "year");
    private static final List<String> MEANT = List.of("rate", "irate", "increase", "delta", "idelta", "deriv",
            "predict_linear", "resets", "changes", "avg_over_time", "max_over_time", "min_over_time", "sum_over_time",
            "count_over_time", "last_over_time", "quantile_over_time", "stddev_over_time", "absent_over_time",
            "present_over_time", "absent", "histogram_quantile", "label_replace", "label_join", "clamp_max",
            "clamp_min", "round", "scalar", "vector", "timestamp", "sort_desc");

    private PromqlFunctions() {}

    /** Refuses a function that there is not. */
    static void known(String name) throws PromqlException {
        if (!OVER_TIME.matcher(name).matches() && !OTHERS.contains(name)) {
            var near = NearNames.mistyped(name, MEANT);
            throw new PromqlException("unknown function “%s”%s".formatted(name,
                    near.map(" (did you mean %s?)"::formatted).orElse("")), near.isPresent());
        }
    }

    /** Refuses a call with an instant vector in place of a range vector, and the other way round. */
    static void check(Call call) throws PromqlException {
        var name = call.function();
        boolean ranges = call.arguments().stream().anyMatch(Range.class::isInstance);
        boolean overTime = OVER_TIME.matcher(name).matches();
        if (overTime && !ranges) {
            throw new PromqlException("%s needs a range vector, such as %s(…[5m])".formatted(name, name));
        }
        if (!overTime && ranges && !name.equals("info")) {
            throw new PromqlException("%s takes an instant vector, not a range vector such as …[5m]".formatted(name));
        }
    }
}
