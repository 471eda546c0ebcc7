package tessera.demo.prometheus.promql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.prometheus.promql.SimulatedInstantVector.InstantVectorSample;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.AggregationNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.BinaryOperatorNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.FunctionCallNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.LabelGrouping;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.NumberLiteralNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.RangeSelectorNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.VectorSelectorNode;

/** An evaluator of queries at one moment. For one query, one thread. */
public final class SimulatedPromqlEvaluator {

    private final SimulatedPromqlSampleSource series;
    private final SimulatedPromqlFunctions functions = new SimulatedPromqlFunctions(this);

    public SimulatedPromqlEvaluator(SimulatedPromqlSampleSource series) {
        this.series = series;
    }

    SimulatedPromqlSampleSource series() {
        return series;
    }

    /** Returns the value of an expression at a second of the epoch. */
    public SimulatedInstantVector evaluateAt(SimulatedPromqlSyntaxNode expression, long second)
            throws SimulatedPromqlException {
        return switch (expression) {
            case NumberLiteralNode(var value) -> SimulatedInstantVector.ofNumber(value);
            case VectorSelectorNode(var matchers) ->
                SimulatedInstantVector.of(series.samplesAt(matchers, second).stream()
                        .map(samplePoint -> new InstantVectorSample(samplePoint.labels(), samplePoint.value()))
                        .toList());
            case RangeSelectorNode _ ->
                throw SimulatedPromqlException
                        .badData("invalid expression type \"range vector\" for range query, must be "
                                + "Scalar or instant Vector");
            case FunctionCallNode call -> functions.evaluate(call, second);
            case AggregationNode aggregation -> aggregate(aggregation, second);
            case BinaryOperatorNode binary ->
                evaluateBinary(binary, evaluateAt(binary.left(), second), evaluateAt(binary.right(), second));
        };
    }

    private SimulatedInstantVector aggregate(AggregationNode aggregation, long second) throws SimulatedPromqlException {
        var groups = new HashMap<SortedMap<String, String>, List<InstantVectorSample>>();
        for (var element : evaluateAt(aggregation.operand(), second).elements()) {
            groups.computeIfAbsent(groupingLabels(element.labels(), aggregation.grouping()), _ -> new ArrayList<>())
                    .add(element);
        }
        var parameter = aggregation.parameter();
        double number = parameter == null ? 0 : evaluateAt(parameter, second).scalarValue();
        var results = new ArrayList<InstantVectorSample>();
        groups.forEach((labels, elements) -> {
            switch (aggregation.operator()) {
                case "topk" -> results.addAll(selectExtremes(elements, number, -1));
                case "bottomk" -> results.addAll(selectExtremes(elements, number, 1));
                default ->
                    results.add(
                            new InstantVectorSample(labels, reduceValues(aggregation.operator(), elements, number)));
            }
        });
        return SimulatedInstantVector.of(results);
    }

    private static List<InstantVectorSample> selectExtremes(List<InstantVectorSample> elements, double count,
            int order) {
        return elements.stream().sorted((one, other) -> order * Double.compare(one.value(), other.value()))
                .limit(Math.max(0, (long) count)).toList();
    }

    private static double reduceValues(String operator, List<InstantVectorSample> elements, double parameter) {
        var values = elements.stream().mapToDouble(InstantVectorSample::value);
        return switch (operator) {
            case "sum" -> values.sum();
            case "avg" -> values.average().orElse(Double.NaN);
            case "min" -> values.min().orElse(Double.NaN);
            case "max" -> values.max().orElse(Double.NaN);
            case "count" -> elements.size();
            case "group" -> 1;
            default -> quantileOf(values.sorted().toArray(), parameter);
        };
    }

    private static double quantileOf(double[] sorted, double share) {
        if (share < 0 || share > 1) {
            return share < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double rank = share * (sorted.length - 1);
        int below = (int) Math.floor(rank);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - below);
    }

    /** Returns the labels by which groups of series are told apart. */
    private static SortedMap<String, String> groupingLabels(SortedMap<String, String> labels, LabelGrouping grouping) {
        if (grouping.without()) {
            if (grouping.labels().isEmpty() && !labels.containsKey(SimulatedPromqlLabelMatcher.NAME)) {
                return labels;
            }
            var kept = new TreeMap<>(labels);
            kept.remove(SimulatedPromqlLabelMatcher.NAME);
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

    private static SortedMap<String, String> matchKey(InstantVectorSample element, @Nullable LabelGrouping matching) {
        return groupingLabels(element.labels(), matching == null ? new LabelGrouping(List.of(), true) : matching);
    }

    private static SimulatedInstantVector evaluateBinary(BinaryOperatorNode binary, SimulatedInstantVector left,
            SimulatedInstantVector right)
            throws SimulatedPromqlException {
        if (SimulatedPromqlParser.SETS.contains(binary.operator())) {
            return evaluateSetOperator(binary, left, right);
        }
        if (left.scalar() && right.scalar()) {
            return SimulatedInstantVector
                    .ofNumber(SimulatedPromqlNumberOperators.calculate(binary.operator(), left.scalarValue(),
                            right.scalarValue()));
        }
        if (left.scalar() || right.scalar()) {
            var results = new ArrayList<InstantVectorSample>();
            for (var element : (right.scalar() ? left : right).elements()) {
                addResult(results, binary, element, right.scalar() ? element.value() : left.scalarValue(),
                        right.scalar() ? right.scalarValue() : element.value());
            }
            return SimulatedInstantVector.of(results);
        }
        return matchVectors(binary, left, right);
    }

    private static SimulatedInstantVector matchVectors(BinaryOperatorNode binary, SimulatedInstantVector left,
            SimulatedInstantVector right)
            throws SimulatedPromqlException {
        var others = new HashMap<Map<String, String>, InstantVectorSample>();
        for (var element : right.elements()) {
            if (others.put(matchKey(element, binary.matching()), element) != null) {
                throw manyToManyError("right", element);
            }
        }
        var seen = new HashMap<Map<String, String>, InstantVectorSample>();
        var results = new ArrayList<InstantVectorSample>();
        for (var element : left.elements()) {
            var key = matchKey(element, binary.matching());
            var other = others.get(key);
            if (other != null) {
                if (seen.put(key, element) != null) {
                    throw manyToManyError("left", element);
                }
                boolean filter = SimulatedPromqlParser.COMPARISONS.contains(binary.operator()) && !binary.bool();
                boolean on = binary.matching() != null && !filter;
                addResult(results, binary,
                        on ? new InstantVectorSample(matchKey(element, binary.matching()), element.value()) : element,
                        element.value(), other.value());
            }
        }
        return SimulatedInstantVector.of(results);
    }

    private static SimulatedPromqlException manyToManyError(String side, InstantVectorSample element) {
        return SimulatedPromqlException
                .executionError("found duplicate series for the match group on the %s hand-side of the operation: %s; "
                        .formatted(side, element.labels())
                        + "many-to-many matching not allowed: matching labels must be unique "
                        + "on one side");
    }

    private static void addResult(List<InstantVectorSample> results, BinaryOperatorNode binary,
            InstantVectorSample element,
            double left,
            double right) {
        if (!SimulatedPromqlParser.COMPARISONS.contains(binary.operator())) {
            results.add(element.withResult(SimulatedPromqlNumberOperators.calculate(binary.operator(), left, right)));
            return;
        }
        boolean holds = SimulatedPromqlNumberOperators.calculate(binary.operator(), left, right) == 1;
        if (binary.bool()) {
            results.add(element.withResult(holds ? 1 : 0));
        } else if (holds) {
            results.add(element);
        }
    }

    private static SimulatedInstantVector evaluateSetOperator(BinaryOperatorNode binary, SimulatedInstantVector left,
            SimulatedInstantVector right) {
        boolean or = binary.operator().equals("or");
        if (or && (left.elements().isEmpty() || right.elements().isEmpty())) {
            // Many queries name one thing in several ways, of which one is in use.
            return left.elements().isEmpty() ? right : left;
        }
        var keys = new HashMap<Map<String, String>, InstantVectorSample>();
        (or ? left : right).elements().forEach(element -> keys.put(matchKey(element, binary.matching()), element));
        var results = new ArrayList<InstantVectorSample>();
        if (or) {
            results.addAll(left.elements());
        }
        boolean wanted = binary.operator().equals("and");
        for (var element : (or ? right : left).elements()) {
            if (keys.containsKey(matchKey(element, binary.matching())) == wanted) {
                results.add(element);
            }
        }
        return SimulatedInstantVector.of(results);
    }

    /** The arithmetic of two numbers. */
    private static final class SimulatedPromqlNumberOperators {

        private SimulatedPromqlNumberOperators() {}

        /** Returns the result of an operator; 1 or 0 for a comparison. */
        static double calculate(String operator, double left, double right) {
            return switch (operator) {
                case "+" -> left + right;
                case "-" -> left - right;
                case "*" -> left * right;
                case "/" -> left / right;
                case "%" -> left % right;
                case "^" -> Math.pow(left, right);
                case "==" -> left == right ? 1 : 0;
                case "!=" -> left != right ? 1 : 0;
                case "<" -> left < right ? 1 : 0;
                case ">" -> left > right ? 1 : 0;
                case "<=" -> left <= right ? 1 : 0;
                default -> left >= right ? 1 : 0;
            };
        }
    }
}
