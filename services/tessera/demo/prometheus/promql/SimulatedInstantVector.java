package tessera.demo.prometheus.promql;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The value of an expression at one moment.
 *
 * @param elements of a number exactly one, without labels
 * @param scalar   whether it is a number and no series
 */
public record SimulatedInstantVector(List<VectorElement> elements, boolean scalar) {

    /** One series and its value. */
    public record VectorElement(SortedMap<String, String> labels, double value) {

        /** Returns the same series with another value and without its name, which calculated values do not have. */
        public VectorElement withResult(double result) {
            if (!labels.containsKey(SeriesLabelMatcher.NAME)) {
                return new VectorElement(labels, result);
            }
            var nameless = new TreeMap<>(labels);
            nameless.remove(SeriesLabelMatcher.NAME);
            return new VectorElement(nameless, result);
        }
    }

    public SimulatedInstantVector {
        elements = List.copyOf(elements);
    }

    static SimulatedInstantVector ofNumber(double value) {
        return new SimulatedInstantVector(List.of(new VectorElement(new TreeMap<>(), value)), true);
    }

    static SimulatedInstantVector of(List<VectorElement> elements) {
        return new SimulatedInstantVector(elements, false);
    }

    /** Returns the number of a scalar. */
    double scalarValue() {
        return elements.getFirst().value();
    }
}
