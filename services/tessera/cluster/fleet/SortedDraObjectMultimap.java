package tessera.cluster.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.DraObject;

/** Objects by what they belong to. Used by one thread. */
final class SortedDraObjectMultimap<T extends DraObject> {

    /** By namespace and name. */
    static final Comparator<DraObject> ORDER = SortedDraObjectMultimap::order;

    private final Map<String, List<T>> objects = new HashMap<>();

    private static int order(DraObject one, DraObject other) {
        int byNamespace = one.namespace().compareTo(other.namespace());
        return byNamespace == 0 ? one.name().compareTo(other.name()) : byNamespace;
    }

    void add(String under, T object) {
        if (under.isEmpty()) {
            return;
        }
        var known = objects.computeIfAbsent(under, _ -> new ArrayList<>(1));
        int position = Collections.binarySearch(known, object, ORDER);
        if (position < 0) {
            known.add(-1 - position, object);
        } else {
            known.set(position, object);
        }
    }

    void remove(String under, T object) {
        var known = objects.getOrDefault(under, List.of());
        int position = Collections.binarySearch(known, object, ORDER);
        if (position < 0) {
            return;
        }
        known.remove(position);
        if (known.isEmpty()) {
            objects.remove(under);
        }
    }

    /** Returns the objects in their order. */
    List<T> objectsOf(String under) {
        return objects.getOrDefault(under, List.of());
    }

    Set<String> keys() {
        return objects.keySet();
    }
}
