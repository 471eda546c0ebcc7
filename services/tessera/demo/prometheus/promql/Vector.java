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
public record Vector(List<Element> elements, boolean scalar) {

    /** One series and its value. */
    public record Element(SortedMap<String, String> labels, double value) {

        /** The same series without its name, which what is calculated has none of. */
        public Element calculated(double result) {
            if (!labels.containsKey(Matcher.NAME)) {
                return new Element(labels, result);
            }
            var nameless = new TreeMap<>(labels);
            nameless.remove(Matcher.NAME);
            return new Element(nameless, result);
        }
    }

    public Vector {
        elements = List.copyOf(elements);
    }

    static Vector number(double value) {
        return new Vector(List.of(new Element(new TreeMap<>(), value)), true);
    }

    static Vector of(List<Element> elements) {
        return new Vector(elements, false);
    }

    /** The number that it is. */
    double value() {
        return elements.getFirst().value();
    }
}
