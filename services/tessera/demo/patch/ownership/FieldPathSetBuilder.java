package tessera.demo.patch.ownership;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;

/** A collector of paths while an object is walked; the walker passes the position. */
final class FieldPathSetBuilder {

    private final TreeSet<ManagedFieldPathElement> members = new TreeSet<>();
    private final TreeMap<ManagedFieldPathElement, FieldPathSetBuilder> children = new TreeMap<>();

    /** Adds a path. The empty path, the object itself, is nobody's. */
    void add(Deque<ManagedFieldPathElement> path) {
        if (path.isEmpty()) {
            return;
        }
        var steps = new ArrayDeque<>(path);
        var last = steps.removeLast();
        var at = this;
        for (var step : steps) {
            at = at.children.computeIfAbsent(step, _ -> new FieldPathSetBuilder());
        }
        at.members.add(last);
    }

    FieldPathSet build() {
        var built = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
        children.forEach((step, child) -> built.put(step, child.build()));
        return new FieldPathSet(members, built);
    }
}
