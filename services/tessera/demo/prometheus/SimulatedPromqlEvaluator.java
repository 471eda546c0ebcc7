package tessera.demo.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.prometheus.SimulatedInstantVector.InstantVectorSample;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.AggregationNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.BinaryOperatorNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.FunctionCallNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.LabelGrouping;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.NumberLiteralNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.RangeSelectorNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.VectorSelectorNode;

/** An evaluator of queries at one moment. For one query, one thread. */
record SimulatedPromqlEvaluator(SimulatedScrapeHistory series) {

    private static final LabelGrouping ALL_LABELS = new LabelGrouping(List.of(), true);

    SimulatedInstantVector evaluateAt(SimulatedPromqlSyntaxNode expression, long second)
            throws SimulatedPromqlException {
        return switch (expression) {
            case NumberLiteralNode(var value) -> SimulatedInstantVector.ofNumber(value);
            case VectorSelectorNode(var matchers) -> SimulatedInstantVector.of(series.samplesAt(matchers, second)
                    .stream().map(point -> new InstantVectorSample(point.labels(), point.value())).toList());
            case RangeSelectorNode _ -> throw SimulatedPromqlException.badData(
                    "invalid expression type " + "\"range vector\" for range query, must be Scalar or instant Vector");
            case FunctionCallNode(var function, var arguments) -> call(function, arguments, second);
            case AggregationNode aggregation -> aggregate(aggregation, second);
            case BinaryOperatorNode binary ->
                evaluateBinary(binary, evaluateAt(binary.left(), second), evaluateAt(binary.right(), second));
        };
    }

    private SimulatedInstantVector call(String name, List<SimulatedPromqlSyntaxNode> arguments, long second)
            throws SimulatedPromqlException {
        int wanted = name.equals("time") ? 0 : 1;
        if (arguments.size() != wanted) {
            throw SimulatedPromqlException.parseError(
                    "expected %d argument(s) in call to \"%s\", got %d".formatted(wanted, name, arguments.size()));
        }
        if (wanted == 0) {
            return SimulatedInstantVector.ofNumber((double) second);
        }
        var argument = arguments.getFirst();
        boolean range = argument instanceof RangeSelectorNode;
        if (range != SimulatedPromqlFunctions.takesRange(name)) {
            throw SimulatedPromqlException.parseError("%s in call to function \"%s\""
                    .formatted(range ? "unexpected type range vector" : "expected type range vector", name));
        }
        return switch (argument) {
            case RangeSelectorNode(var selector, var window) -> {
                var results = new ArrayList<InstantVectorSample>();
                for (var track : series.tracksOver(selector.matchers(), window, second)) {
                    SimulatedPromqlFunctions.ofRange(name, track.points(), window.toSeconds()).ifPresent(
                            value -> results.add(new InstantVectorSample(track.labels(), 0).withResult(value)));
                }
                yield SimulatedInstantVector.of(results);
            }
            case VectorSelectorNode(var matchers) when name.equals("timestamp") ->
                SimulatedInstantVector.of(series.samplesAt(matchers, second).stream()
                        .map(point -> new InstantVectorSample(point.labels(), 0).withResult((double) point.second()))
                        .toList());
            default -> SimulatedPromqlFunctions.ofValues(name, evaluateAt(argument, second), second);
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
            if (parameter == null) {
                results.add(new InstantVectorSample(labels, reduceValues(aggregation.operator(), elements)));
            } else {
                int order = aggregation.operator().equals("topk") ? -1 : 1;
                elements.stream().sorted((one, other) -> order * Double.compare(one.value(), other.value()))
                        .limit(Math.max(0, (long) number)).forEach(results::add);
            }
        });
        return SimulatedInstantVector.of(results);
    }

    private static double reduceValues(String operator, List<InstantVectorSample> elements) {
        var values = elements.stream().mapToDouble(InstantVectorSample::value);
        return switch (operator) {
            case "sum" -> values.sum();
            case "avg" -> values.average().orElse(Double.NaN);
            case "min" -> values.min().orElse(Double.NaN);
            case "max" -> values.max().orElse(Double.NaN);
            default -> elements.size();
        };
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

    private static SortedMap<String, String> matchKey(BinaryOperatorNode binary, InstantVectorSample element) {
        return groupingLabels(element.labels(), Objects.requireNonNullElse(binary.matching(), ALL_LABELS));
    }

    private static SimulatedInstantVector evaluateBinary(BinaryOperatorNode binary, SimulatedInstantVector left,
            SimulatedInstantVector right) throws SimulatedPromqlException {
        if (SimulatedPromqlParser.SETS.contains(binary.operator())) {
            return evaluateSetOperator(binary, left, right);
        }
        if (left.scalar() && right.scalar()) {
            return SimulatedInstantVector
                    .ofNumber(calculate(binary.operator(), left.scalarValue(), right.scalarValue()));
        }
        if (!left.scalar() && !right.scalar()) {
            return matchVectors(binary, left, right);
        }
        var results = new ArrayList<InstantVectorSample>();
        for (var element : (right.scalar() ? left : right).elements()) {
            addResult(results, binary, element, right.scalar() ? element.value() : left.scalarValue(),
                    right.scalar() ? right.scalarValue() : element.value());
        }
        return SimulatedInstantVector.of(results);
    }

    private static SimulatedInstantVector matchVectors(BinaryOperatorNode binary, SimulatedInstantVector left,
            SimulatedInstantVector right) throws SimulatedPromqlException {
        var others = new HashMap<Map<String, String>, InstantVectorSample>();
        for (var element : right.elements()) {
            if (others.put(matchKey(binary, element), element) != null) {
                throw manyToManyError("right", element);
            }
        }
        boolean filter = binary.isComparison() && !binary.bool();
        var seen = new HashSet<Map<String, String>>();
        var results = new ArrayList<InstantVectorSample>();
        for (var element : left.elements()) {
            var key = matchKey(binary, element);
            var other = others.get(key);
            if (other != null) {
                if (!seen.add(key)) {
                    throw manyToManyError("left", element);
                }
                addResult(results, binary,
                        binary.matching() == null || filter ? element : new InstantVectorSample(key, element.value()),
                        element.value(), other.value());
            }
        }
        return SimulatedInstantVector.of(results);
    }

    private static SimulatedPromqlException manyToManyError(String side, InstantVectorSample element) {
        return SimulatedPromqlException.executionError(("found duplicate series for the match group on the %s "
                + "hand-side of the operation: %s; many-to-many matching not allowed: matching labels must be unique "
                + "on one side").formatted(side, element.labels()));
    }

    private static void addResult(List<InstantVectorSample> results, BinaryOperatorNode binary,
            InstantVectorSample element, double left, double right) {
        double result = calculate(binary.operator(), left, right);
        if (!binary.isComparison() || binary.bool()) {
            results.add(element.withResult(result));
        } else if (result == 1) {
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
        var keys = new HashSet<Map<String, String>>();
        (or ? left : right).elements().forEach(element -> keys.add(matchKey(binary, element)));
        var results = new ArrayList<InstantVectorSample>(or ? left.elements() : List.of());
        boolean wanted = binary.operator().equals("and");
        for (var element : (or ? right : left).elements()) {
            if (keys.contains(matchKey(binary, element)) == wanted) {
                results.add(element);
            }
        }
        return SimulatedInstantVector.of(results);
    }

    /** Returns the result of an operator on two numbers; 1 or 0 for a comparison. */
    private static double calculate(String operator, double left, double right) {
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
