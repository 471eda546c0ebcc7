package tessera.demo.schedule;

import java.util.HashMap;
import java.util.Map;

/** The resource names seen so far, numbered so that amounts are compared without looking names up. */
final class SimulatedResourceNameNumbering {

    private final Map<String, Integer> numbers = new HashMap<>();

    int indexOf(String resource) {
        var known = numbers.get(resource);
        if (known != null) {
            return known;
        }
        numbers.put(resource, numbers.size());
        return numbers.size() - 1;
    }
}
