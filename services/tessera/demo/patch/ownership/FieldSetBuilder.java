package tessera.demo.patch.ownership;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collects paths while an object is walked; the walker says where it is. */
final class FieldSetBuilder {

    private final TreeSet<PathElement> members = new TreeSet<>();
    private final TreeMap<PathElement, FieldSetBuilder> children = new TreeMap<>();

    /** Adds a path. The empty path, the object itself, is nobody's. */
    void add(Deque<PathElement> path) {
        if (path.isEmpty()) {
            return;
        }
        var steps = new ArrayDeque<>(path);
        var last = steps.removeLast();
        var at = this;
        for (var step : steps) {
            at = at.children.computeIfAbsent(step, _ -> new FieldSetBuilder());
        }
        at.members.add(last);
    }

    FieldSet build() {
        var built = new TreeMap<PathElement, FieldSet>();
        children.forEach((step, child) -> built.put(step, child.build()));
        return new FieldSet(members, built);
    }
}
