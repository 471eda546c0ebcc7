package tessera.demo.prometheus.promql;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an expression gives at one moment.
 *
 * @param elements of a number exactly one, without labels
 * @param scalar   whether it is a number and no series
 */
public record QueryVector(List<VectorElement> elements, boolean scalar) {

    /** One series and its value. */
    public record VectorElement(SortedMap<String, String> labels, double value) {

        /** The same series without its name, which what is calculated has none of. */
        public VectorElement calculated(double result) {
            if (!labels.containsKey(LabelMatcher.NAME)) {
                return new VectorElement(labels, result);
            }
            var nameless = new TreeMap<>(labels);
            nameless.remove(LabelMatcher.NAME);
            return new VectorElement(nameless, result);
        }
    }

    public QueryVector {
        elements = List.copyOf(elements);
    }

    static QueryVector number(double value) {
        return new QueryVector(List.of(new VectorElement(new TreeMap<>(), value)), true);
    }

    static QueryVector of(List<VectorElement> elements) {
        return new QueryVector(elements, false);
    }

    /** The number that it is. */
    double value() {
        return elements.getFirst().value();
    }
}
