package tessera.demo.prometheus.promql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import tessera.demo.prometheus.promql.SimulatedInstantVector.InstantVectorSample;
import tessera.demo.prometheus.promql.SimulatedPromqlSampleSource.SamplePoint;
import tessera.demo.prometheus.promql.SimulatedPromqlSampleSource.TimeRangeSamples;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.FunctionCallNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.RangeSelectorNode;
import tessera.demo.prometheus.promql.SimulatedPromqlSyntaxNode.VectorSelectorNode;

/** The functions that are supported. */
final class SimulatedPromqlFunctions {

    private static final Map<String, DoubleUnaryOperator> OF_VALUES = Map.of("abs", Math::abs, "ceil", Math::ceil,
            "floor", Math::floor, "round", value -> Math.floor(value + 0.5), "sqrt", Math::sqrt, "exp", Math::exp,
            "ln", Math::log, "log2", value -> Math.log(value) / Math.log(2), "log10", Math::log10);
    private static final Map<String, ToDoubleFunction<List<SamplePoint>>> OF_TIMES = rangeFunctions();
    /** They tell of a growth, and so need two samples. */
    private static final Set<String> OF_GROWTH = Set.of("rate", "increase", "irate", "delta");
    private static final Set<String> OTHERS = Set.of("time", "timestamp", "vector", "scalar", "absent", "sort",
            "sort_desc");

    private final SimulatedPromqlEvaluator evaluator;

    SimulatedPromqlFunctions(SimulatedPromqlEvaluator evaluator) {
        this.evaluator = evaluator;
    }

    private static Map<String, ToDoubleFunction<List<SamplePoint>>> rangeFunctions() {
        var known = new HashMap<String, ToDoubleFunction<List<SamplePoint>>>();
        known.put("avg_over_time",
                points -> points.stream().mapToDouble(SamplePoint::value).average().orElse(Double.NaN));
        known.put("max_over_time", points -> points.stream().mapToDouble(SamplePoint::value).max().orElse(Double.NaN));
        known.put("min_over_time", points -> points.stream().mapToDouble(SamplePoint::value).min().orElse(Double.NaN));
        known.put("sum_over_time", points -> points.stream().mapToDouble(SamplePoint::value).sum());
        known.put("count_over_time", List::size);
        known.put("last_over_time", points -> points.getLast().value());
        known.put("changes", SimulatedPromqlFunctions::countChanges);
        return Map.copyOf(known);
    }

    /** @throws SimulatedPromqlException when it is none that is evaluated */
    static String requireKnown(String name) throws SimulatedPromqlException {
        if (OF_VALUES.containsKey(name) || OF_TIMES.containsKey(name) || OF_GROWTH.contains(name)
                || OTHERS.contains(name)) {
            return name;
        }
        throw SimulatedPromqlException.badData("the simulated Prometheus has no function \"" + name + "\"");
    }

    SimulatedInstantVector evaluate(FunctionCallNode call, long second) throws SimulatedPromqlException {
        var name = call.function();
        int wanted = name.equals("time") ? 0 : 1;
        if (call.arguments().size() != wanted) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"query\": parse error: expected %d argument(s) in call to \"%s\", "
                            .formatted(wanted, name) + "got " + call.arguments().size());
        }
        if (wanted == 0) {
            return SimulatedInstantVector.ofNumber((double) second);
        }
        var argument = call.arguments().getFirst();
        if (argument instanceof RangeSelectorNode range) {
            return evaluateRange(name, range, second);
        }
        if (OF_TIMES.containsKey(name) || OF_GROWTH.contains(name)) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"query\": parse error: expected type range vector in call to "
                            + "function \"" + name + "\"");
        }
        if (name.equals("timestamp") && argument instanceof VectorSelectorNode(var matchers)) {
            return SimulatedInstantVector.of(evaluator.series().samplesAt(matchers, second).stream()
                    .map(samplePoint -> new InstantVectorSample(samplePoint.labels(), 0)
                            .withResult((double) samplePoint.second()))
                    .toList());
        }
        return evaluateValues(name, evaluator.evaluateAt(argument, second), second);
    }

    private static SimulatedInstantVector evaluateValues(String name, SimulatedInstantVector values, long second) {
        var plain = OF_VALUES.get(name);
        return switch (name) {
            case "vector" -> new SimulatedInstantVector(values.elements(), false);
            case "scalar" ->
                SimulatedInstantVector.ofNumber(values.elements().size() == 1 ? values.scalarValue() : Double.NaN);
            case "timestamp" -> mapValues(values, _ -> (double) second);
            case "absent" -> values.elements().isEmpty()
                    ? new SimulatedInstantVector(SimulatedInstantVector.ofNumber(1).elements(), false)
                    : SimulatedInstantVector.of(List.of());
            case "sort" -> SimulatedInstantVector.of(values.elements().stream()
                    .sorted((one, other) -> Double.compare(one.value(), other.value())).toList());
            case "sort_desc" -> SimulatedInstantVector.of(values.elements().stream()
                    .sorted((one, other) -> Double.compare(other.value(), one.value())).toList());
            default -> plain == null ? values : mapValues(values, plain);
        };
    }

    private static SimulatedInstantVector mapValues(SimulatedInstantVector values, DoubleUnaryOperator change) {
        return SimulatedInstantVector.of(values.elements().stream()
                .map(element -> element.withResult(change.applyAsDouble(element.value()))).toList());
    }

    private SimulatedInstantVector evaluateRange(String name, RangeSelectorNode range, long second)
            throws SimulatedPromqlException {
        var plain = OF_TIMES.get(name);
        if (plain == null && !OF_GROWTH.contains(name)) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"query\": parse error: unexpected type range vector in call to "
                            + "function \"" + name + "\"");
        }
        var results = new ArrayList<InstantVectorSample>();
        for (var timeRangeSamples : evaluator.series().tracksOver(range.selector().matchers(), range.window(),
                second)) {
            if (plain != null) {
                var element = new InstantVectorSample(timeRangeSamples.labels(), 0);
                double value = plain.applyAsDouble(timeRangeSamples.points());
                results.add(name.equals("last_over_time") ? new InstantVectorSample(timeRangeSamples.labels(), value)
                        : element.withResult(value));
            } else if (timeRangeSamples.points().size() > 1) {
                results.add(new InstantVectorSample(timeRangeSamples.labels(), 0)
                        .withResult(extrapolatedGrowth(name, timeRangeSamples, range.window().toSeconds())));
            }
        }
        return SimulatedInstantVector.of(results);
    }

    private static int countChanges(List<SamplePoint> points) {
        int changes = 0;
        for (int i = 1; i < points.size(); i++) {
            changes += points.get(i).value() == points.get(i - 1).value() ? 0 : 1;
        }
        return changes;
    }

    /** Returns the growth from the first sample to the last, stretched to the whole window; a counter that fell was reset. */
    private static double extrapolatedGrowth(String name, TimeRangeSamples timeRangeSamples, long window) {
        var points = name.equals("irate")
                ? timeRangeSamples.points().subList(timeRangeSamples.points().size() - 2,
                        timeRangeSamples.points().size())
                : timeRangeSamples.points();
        double grown = points.getLast().value() - points.getFirst().value();
        for (int i = 1; i < points.size() && !name.equals("delta"); i++) {
            grown += points.get(i).value() < points.get(i - 1).value() ? points.get(i - 1).value() : 0;
        }
        long lasted = points.getLast().second() - points.getFirst().second();
        double speed = grown / (double) lasted;
        return name.equals("rate") || name.equals("irate") ? speed : speed * (double) window;
    }
}
