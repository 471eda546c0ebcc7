package tessera.demo.prometheus.promql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.prometheus.promql.Expression.Aggregation;
import tessera.demo.prometheus.promql.Expression.Binary;
import tessera.demo.prometheus.promql.Expression.Call;
import tessera.demo.prometheus.promql.Expression.Constant;
import tessera.demo.prometheus.promql.Expression.Grouping;
import tessera.demo.prometheus.promql.Expression.Range;
import tessera.demo.prometheus.promql.Expression.Selector;
import tessera.demo.prometheus.promql.Vector.Element;

/** Works out what a query gives at a moment. For one query, one thread. */
public final class Evaluator {

    private final Series series;
    private final Functions functions = new Functions(this);

    public Evaluator(Series series) {
        this.series = series;
    }

    Series series() {
        return series;
    }

    /** What it gives at a second of the epoch. */
    public Vector at(Expression expression, long second) throws Refused {
        return switch (expression) {
            case Constant(var value) -> Vector.number(value);
            case Selector(var matchers) -> Vector.of(series.at(matchers, second).stream()
                    .map(point -> new Element(point.labels(), point.value())).toList());
            case Range _ -> throw Refused.badData("invalid expression type \"range vector\" for range query, must be "
                    + "Scalar or instant Vector");
            case Call call -> functions.of(call, second);
            case Aggregation aggregation -> aggregated(aggregation, second);
            case Binary binary -> binary(binary, at(binary.left(), second), at(binary.right(), second));
        };
    }

    private Vector aggregated(Aggregation aggregation, long second) throws Refused {
        var groups = new HashMap<SortedMap<String, String>, List<Element>>();
        for (var element : at(aggregation.of(), second).elements()) {
            groups.computeIfAbsent(kept(element.labels(), aggregation.grouping()), _ -> new ArrayList<>()).add(element);
        }
        var parameter = aggregation.parameter();
        double number = parameter == null ? 0 : at(parameter, second).value();
        var results = new ArrayList<Element>();
        groups.forEach((labels, elements) -> {
            switch (aggregation.operator()) {
                case "topk" -> results.addAll(some(elements, number, -1));
                case "bottomk" -> results.addAll(some(elements, number, 1));
                default -> results.add(new Element(labels, one(aggregation.operator(), elements, number)));
            }
        });
        return Vector.of(results);
    }

    private static List<Element> some(List<Element> elements, double count, int order) {
        return elements.stream().sorted((one, other) -> order * Double.compare(one.value(), other.value()))
                .limit(Math.max(0, (long) count)).toList();
    }

    private static double one(String operator, List<Element> elements, double parameter) {
        var values = elements.stream().mapToDouble(Element::value);
        return switch (operator) {
            case "sum" -> values.sum();
            case "avg" -> values.average().orElse(Double.NaN);
            case "min" -> values.min().orElse(Double.NaN);
            case "max" -> values.max().orElse(Double.NaN);
            case "count" -> elements.size();
            case "group" -> 1;
            default -> quantile(values.sorted().toArray(), parameter);
        };
    }

    private static double quantile(double[] sorted, double share) {
        if (share < 0 || share > 1) {
            return share < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double rank = share * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - below);
    }

    /** The labels by which series are told apart. */
    private static SortedMap<String, String> kept(SortedMap<String, String> labels, Grouping grouping) {
        if (grouping.without()) {
            if (grouping.labels().isEmpty() && !labels.containsKey(Matcher.NAME)) {
                return labels;
            }
            var kept = new TreeMap<>(labels);
            kept.remove(Matcher.NAME);
            grouping.labels().forEach(kept::remove);
            return kept;
        }
        var kept = new TreeMap<String, String>();
        for (var name : grouping.labels()) {
            var value = labels.get(name);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return kept;
    }

    private static SortedMap<String, String> key(Element element, @Nullable Grouping matching) {
        return kept(element.labels(), matching == null ? new Grouping(List.of(), true) : matching);
    }

    private static Vector binary(Binary binary, Vector left, Vector right) throws Refused {
        if (Parser.SETS.contains(binary.operator())) {
            return set(binary, left, right);
        }
        if (left.scalar() && right.scalar()) {
            return Vector.number(Arithmetic.of(binary.operator(), left.value(), right.value()));
        }
        if (left.scalar() || right.scalar()) {
            var results = new ArrayList<Element>();
            for (var element : (right.scalar() ? left : right).elements()) {
                add(results, binary, element, right.scalar() ? element.value() : left.value(),
                        right.scalar() ? right.value() : element.value());
            }
            return Vector.of(results);
        }
        return matched(binary, left, right);
    }

    private static Vector matched(Binary binary, Vector left, Vector right) throws Refused {
        var others = new HashMap<Map<String, String>, Element>();
        for (var element : right.elements()) {
            if (others.put(key(element, binary.matching()), element) != null) {
                throw many("right", element);
            }
        }
        var seen = new HashMap<Map<String, String>, Element>();
        var results = new ArrayList<Element>();
        for (var element : left.elements()) {
            var key = key(element, binary.matching());
            var other = others.get(key);
            if (other != null) {
                if (seen.put(key, element) != null) {
                    throw many("left", element);
                }
                boolean filter = Parser.COMPARISONS.contains(binary.operator()) && !binary.bool();
                boolean on = binary.matching() != null && !filter;
                add(results, binary, on ? new Element(key(element, binary.matching()), element.value()) : element,
                        element.value(), other.value());
            }
        }
        return Vector.of(results);
    }

    private static Refused many(String side, Element element) {
        return Refused.execution("found duplicate series for the match group on the %s hand-side of the operation: %s; "
                .formatted(side, element.labels())
                + "many-to-many matching not allowed: matching labels must be unique "
                + "on one side");
    }

    private static void add(List<Element> results, Binary binary, Element element, double left, double right) {
        if (!Parser.COMPARISONS.contains(binary.operator())) {
            results.add(element.calculated(Arithmetic.of(binary.operator(), left, right)));
            return;
        }
        boolean holds = Arithmetic.of(binary.operator(), left, right) == 1;
        if (binary.bool()) {
            results.add(element.calculated(holds ? 1 : 0));
        } else if (holds) {
            results.add(element);
        }
    }

    private static Vector set(Binary binary, Vector left, Vector right) {
        boolean or = binary.operator().equals("or");
        if (or && (left.elements().isEmpty() || right.elements().isEmpty())) {
            // Many queries name one thing in several ways, of which one is in use.
            return left.elements().isEmpty() ? right : left;
        }
        var keys = new HashMap<Map<String, String>, Element>();
        (or ? left : right).elements().forEach(element -> keys.put(key(element, binary.matching()), element));
        var results = new ArrayList<Element>();
        if (or) {
            results.addAll(left.elements());
        }
        boolean wanted = binary.operator().equals("and");
        for (var element : (or ? right : left).elements()) {
            if (keys.containsKey(key(element, binary.matching())) == wanted) {
                results.add(element);
            }
        }
        return Vector.of(results);
    }
}
