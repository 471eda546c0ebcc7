package tessera.demo.prometheus;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import tessera.demo.prometheus.SimulatedScrapeHistory.SamplePoint;

/** The functions that are evaluated. */
final class SimulatedPromqlFunctions {

    private static final Set<String> OF_VALUES = Set.of("time", "timestamp", "vector", "absent", "abs", "ceil", "floor",
            "round");
    private static final Set<String> OF_RANGES = Set.of("rate", "increase", "avg_over_time", "max_over_time",
            "min_over_time", "sum_over_time");

    private SimulatedPromqlFunctions() {}

    /** @throws SimulatedPromqlException when it is none that is evaluated */
    static String requireKnown(String name) throws SimulatedPromqlException {
        if (OF_VALUES.contains(name) || OF_RANGES.contains(name)) {
            return name;
        }
        throw SimulatedPromqlException.badData("the simulated Prometheus has no function \"" + name + "\"");
    }

    static boolean takesRange(String name) {
        return OF_RANGES.contains(name);
    }

    static SimulatedInstantVector ofValues(String name, SimulatedInstantVector values, long second) {
        return switch (name) {
            case "vector" -> SimulatedInstantVector.of(values.elements());
            case "absent" -> SimulatedInstantVector
                    .of(values.elements().isEmpty() ? SimulatedInstantVector.ofNumber(1).elements() : List.of());
            case "timestamp" -> mapValues(values, _ -> (double) second);
            case "abs" -> mapValues(values, Math::abs);
            case "ceil" -> mapValues(values, Math::ceil);
            case "floor" -> mapValues(values, Math::floor);
            default -> mapValues(values, value -> Math.floor(value + 0.5));
        };
    }

    private static SimulatedInstantVector mapValues(SimulatedInstantVector values, DoubleUnaryOperator change) {
        return SimulatedInstantVector.of(values.elements().stream()
                .map(element -> element.withResult(change.applyAsDouble(element.value()))).toList());
    }

    /**
     * Returns the value over a window; empty where there are too few samples.
     *
     * @param points the earliest first, at least one
     */
    static Optional<Double> ofRange(String name, List<SamplePoint> points, long windowSeconds) {
        var values = points.stream().mapToDouble(SamplePoint::value);
        return switch (name) {
            case "avg_over_time" -> Optional.of(values.average().orElse(Double.NaN));
            case "max_over_time" -> Optional.of(values.max().orElse(Double.NaN));
            case "min_over_time" -> Optional.of(values.min().orElse(Double.NaN));
            case "sum_over_time" -> Optional.of(values.sum());
            default -> Optional.of(points).filter(all -> all.size() >= 2)
                    .map(all -> growthPerSecond(all) * (name.equals("rate") ? 1 : windowSeconds));
        };
    }

    /** Returns the growth from the first sample to the last; a counter that fell was reset. */
    private static double growthPerSecond(List<SamplePoint> points) {
        double grown = points.getLast().value() - points.getFirst().value();
        for (int i = 1; i < points.size(); i++) {
            grown += points.get(i).value() < points.get(i - 1).value() ? points.get(i - 1).value() : 0;
        }
        return grown / (double) (points.getLast().second() - points.getFirst().second());
    }
}
