package tessera.demo.prometheus;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.prometheus.SimulatedInstantVector.InstantVectorSample;

/**
 * The value of an expression at one moment.
 *
 * @param elements of a number exactly one, without labels
 * @param scalar   whether it is a number and no series
 */
record SimulatedInstantVector(List<InstantVectorSample> elements, boolean scalar) {

    /** One series and its value. */
    record InstantVectorSample(SortedMap<String, String> labels, double value) {

        /** Returns the same series with another value and without its name, which calculated values do not have. */
        InstantVectorSample withResult(double result) {
            if (!labels.containsKey(SimulatedPromqlLabelMatcher.NAME)) {
                return new InstantVectorSample(labels, result);
            }
            var nameless = new TreeMap<>(labels);
            nameless.remove(SimulatedPromqlLabelMatcher.NAME);
            return new InstantVectorSample(nameless, result);
        }
    }

    SimulatedInstantVector {
        elements = List.copyOf(elements);
    }

    static SimulatedInstantVector ofNumber(double value) {
        return new SimulatedInstantVector(List.of(new InstantVectorSample(new TreeMap<>(), value)), true);
    }

    static SimulatedInstantVector of(List<InstantVectorSample> elements) {
        return new SimulatedInstantVector(elements, false);
    }

    double scalarValue() {
        return elements.getFirst().value();
    }
}
