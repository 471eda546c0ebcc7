package tessera.cluster.fleet;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Names of objects by what they belong to. Used by one thread. */
final class NameIndex {

    private final Map<String, SortedSet<String>> names = new HashMap<>();

    void add(String under, String name) {
        if (!under.isEmpty()) {
            names.computeIfAbsent(under, _ -> new TreeSet<>()).add(name);
        }
    }

    void remove(String under, String name) {
        var known = names.get(under);
        if (known != null && known.remove(name) && known.isEmpty()) {
            names.remove(under);
        }
    }

    /** Returns the names in their order. */
    SortedSet<String> of(String under) {
        return names.getOrDefault(under, Collections.emptySortedSet());
    }

    Set<String> keys() {
        return names.keySet();
    }
}
