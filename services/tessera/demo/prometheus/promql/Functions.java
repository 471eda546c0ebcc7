package tessera.demo.prometheus.promql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import tessera.demo.prometheus.promql.Expression.Call;
import tessera.demo.prometheus.promql.Expression.Range;
import tessera.demo.prometheus.promql.Expression.Selector;
import tessera.demo.prometheus.promql.Series.Point;
import tessera.demo.prometheus.promql.Series.Track;
import tessera.demo.prometheus.promql.Vector.Element;

/** The functions that are evaluated. */
final class Functions {

    private static final Map<String, DoubleUnaryOperator> OF_VALUES = Map.of("abs", Math::abs, "ceil", Math::ceil,
            "floor", Math::floor, "round", value -> Math.floor(value + 0.5), "sqrt", Math::sqrt, "exp", Math::exp,
            "ln", Math::log, "log2", value -> Math.log(value) / Math.log(2), "log10", Math::log10);
    private static final Map<String, ToDoubleFunction<List<Point>>> OF_TIMES = ofTimes();
    /** They tell of a growth, and so need two samples. */
    private static final Set<String> OF_GROWTH = Set.of("rate", "increase", "irate", "delta");
    private static final Set<String> OTHERS = Set.of("time", "timestamp", "vector", "scalar", "absent", "sort",
            "sort_desc");

    private final Evaluator evaluator;

    Functions(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    private static Map<String, ToDoubleFunction<List<Point>>> ofTimes() {
        var known = new HashMap<String, ToDoubleFunction<List<Point>>>();
        known.put("avg_over_time", points -> points.stream().mapToDouble(Point::value).average().orElse(Double.NaN));
        known.put("max_over_time", points -> points.stream().mapToDouble(Point::value).max().orElse(Double.NaN));
        known.put("min_over_time", points -> points.stream().mapToDouble(Point::value).min().orElse(Double.NaN));
        known.put("sum_over_time", points -> points.stream().mapToDouble(Point::value).sum());
        known.put("count_over_time", List::size);
        known.put("last_over_time", points -> points.getLast().value());
        known.put("changes", Functions::changes);
        return Map.copyOf(known);
    }

    /** @throws Refused when it is none that is evaluated */
    static String known(String name) throws Refused {
        if (OF_VALUES.containsKey(name) || OF_TIMES.containsKey(name) || OF_GROWTH.contains(name)
                || OTHERS.contains(name)) {
            return name;
        }
        throw Refused.badData("the simulated Prometheus has no function \"" + name + "\"");
    }

    Vector of(Call call, long second) throws Refused {
        var name = call.function();
        int wanted = name.equals("time") ? 0 : 1;
        if (call.arguments().size() != wanted) {
            throw Refused
                    .badData("invalid parameter \"query\": parse error: expected %d argument(s) in call to \"%s\", "
                            .formatted(wanted, name) + "got " + call.arguments().size());
        }
        if (wanted == 0) {
            return Vector.number((double) second);
        }
        var argument = call.arguments().getFirst();
        if (argument instanceof Range range) {
            return overTime(name, range, second);
        }
        if (OF_TIMES.containsKey(name) || OF_GROWTH.contains(name)) {
            throw Refused.badData("invalid parameter \"query\": parse error: expected type range vector in call to "
                    + "function \"" + name + "\"");
        }
        if (name.equals("timestamp") && argument instanceof Selector(var matchers)) {
            return Vector.of(evaluator.series().at(matchers, second).stream()
                    .map(point -> new Element(point.labels(), 0).calculated((double) point.second())).toList());
        }
        return ofValues(name, evaluator.at(argument, second), second);
    }

    private static Vector ofValues(String name, Vector values, long second) {
        var plain = OF_VALUES.get(name);
        return switch (name) {
            case "vector" -> new Vector(values.elements(), false);
            case "scalar" -> Vector.number(values.elements().size() == 1 ? values.value() : Double.NaN);
            case "timestamp" -> each(values, _ -> (double) second);
            case "absent" -> values.elements().isEmpty() ? new Vector(Vector.number(1).elements(), false)
                    : Vector.of(List.of());
            case "sort" -> Vector.of(values.elements().stream()
                    .sorted((one, other) -> Double.compare(one.value(), other.value())).toList());
            case "sort_desc" -> Vector.of(values.elements().stream()
                    .sorted((one, other) -> Double.compare(other.value(), one.value())).toList());
            default -> plain == null ? values : each(values, plain);
        };
    }

    private static Vector each(Vector values, DoubleUnaryOperator change) {
        return Vector.of(values.elements().stream()
                .map(element -> element.calculated(change.applyAsDouble(element.value()))).toList());
    }

    private Vector overTime(String name, Range range, long second) throws Refused {
        var plain = OF_TIMES.get(name);
        if (plain == null && !OF_GROWTH.contains(name)) {
            throw Refused.badData("invalid parameter \"query\": parse error: unexpected type range vector in call to "
                    + "function \"" + name + "\"");
        }
        var results = new ArrayList<Element>();
        for (var track : evaluator.series().over(range.selector().matchers(), range.window(), second)) {
            if (plain != null) {
                var element = new Element(track.labels(), 0);
                double value = plain.applyAsDouble(track.points());
                results.add(name.equals("last_over_time") ? new Element(track.labels(), value)
                        : element.calculated(value));
            } else if (track.points().size() > 1) {
                results.add(new Element(track.labels(), 0).calculated(growth(name, track, range.window().toSeconds())));
            }
        }
        return Vector.of(results);
    }

    private static int changes(List<Point> points) {
        int changes = 0;
        for (int i = 1; i < points.size(); i++) {
            changes += points.get(i).value() == points.get(i - 1).value() ? 0 : 1;
        }
        return changes;
    }

    /** From the first sample to the last, stretched to the whole window; a counter that fell began anew. */
    private static double growth(String name, Track track, long window) {
        var points = name.equals("irate") ? track.points().subList(track.points().size() - 2, track.points().size())
                : track.points();
        double grown = points.getLast().value() - points.getFirst().value();
        for (int i = 1; i < points.size() && !name.equals("delta"); i++) {
            grown += points.get(i).value() < points.get(i - 1).value() ? points.get(i - 1).value() : 0;
        }
        long lasted = points.getLast().second() - points.getFirst().second();
        double speed = grown / (double) lasted;
        return name.equals("rate") || name.equals("irate") ? speed : speed * (double) window;
    }
}
