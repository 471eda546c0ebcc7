package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An immutable set of paths in an object, as a tree: the paths that end here, and sets of those that go on.
 *
 * @param members  the steps after which a path of this set ends
 * @param children the steps after which paths of this set go on; never empty ones
 */
record FieldPathSet(Set<ManagedFieldPathElement> members, Map<ManagedFieldPathElement, FieldPathSet> children) {

    static final FieldPathSet EMPTY = new FieldPathSet(Set.of(), Map.of());

    private static final String SELF = ".";

    static FieldPathSet ofField(String name) {
        return new FieldPathSet(Set.of(ManagedFieldPathElement.forField(name)), Map.of());
    }

    FieldPathSet prefixedWith(ManagedFieldPathElement element) {
        return isEmpty() ? EMPTY : new FieldPathSet(Set.of(), Map.of(element, this));
    }

    /** Reads the tree of an entry. What is no path is left out. */
    static FieldPathSet fromFieldsV1(JsonNode fields) {
        var members = new TreeSet<ManagedFieldPathElement>();
        var children = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
        for (var entry : fields.properties()) {
            ManagedFieldPathElement.parse(entry.getKey()).ifPresent(element -> {
                var child = fromFieldsV1(entry.getValue());
                if (!child.isEmpty()) {
                    children.put(element, child);
                }
                if (child.isEmpty() || entry.getValue().has(SELF)) {
                    members.add(element);
                }
            });
        }
        return new FieldPathSet(members, children);
    }

    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        var steps = new TreeSet<>(members);
        steps.addAll(children.keySet());
        for (var step : steps) {
            var child = children.get(step);
            var inner = JsonNodeFactory.instance.objectNode();
            if (child != null && members.contains(step)) {
                inner.putObject(SELF);
            }
            if (child != null) {
                inner.setAll(child.toJson());
            }
            json.set(step.encoded(), inner);
        }
        return json;
    }

    boolean isEmpty() {
        return members.isEmpty() && children.isEmpty();
    }

    FieldPathSet child(ManagedFieldPathElement element) {
        return children.getOrDefault(element, EMPTY);
    }

    FieldPathSet union(FieldPathSet other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        var allMembers = new TreeSet<>(members);
        allMembers.addAll(other.members);
        var allChildren = new TreeMap<>(children);
        other.children.forEach((step, child) -> allChildren.merge(step, child, FieldPathSet::union));
        return new FieldPathSet(allMembers, allChildren);
    }

    FieldPathSet intersection(FieldPathSet other) {
        var both = new TreeSet<>(members);
        both.retainAll(other.members);
        var rest = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
        children.forEach((step, child) -> putUnlessEmpty(rest, step, child.intersection(other.child(step))));
        return new FieldPathSet(both, rest);
    }

    /** Returns the paths that are not in the other set, whether or not a path above them is. */
    FieldPathSet difference(FieldPathSet other) {
        return difference(other, false);
    }

    /** Returns the paths that are neither in the other set nor below one of its paths. */
    FieldPathSet differenceWithDescendants(FieldPathSet other) {
        return difference(other, true);
    }

    private FieldPathSet difference(FieldPathSet other, boolean andBelow) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        var rest = new TreeSet<>(members);
        rest.removeAll(other.members);
        var restBelow = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
        children.forEach((step, child) -> {
            if (!andBelow || !other.members.contains(step)) {
                putUnlessEmpty(restBelow, step, child.difference(other.child(step), andBelow));
            }
        });
        return new FieldPathSet(rest, restBelow);
    }

    private static void putUnlessEmpty(Map<ManagedFieldPathElement, FieldPathSet> children,
            ManagedFieldPathElement step, FieldPathSet child) {
        if (!child.isEmpty()) {
            children.put(step, child);
        }
    }

    /** Returns every path as text, e.g. {@code .data.a}, in order. */
    List<String> pathTexts() {
        var paths = new ArrayList<String>();
        collectPaths("", paths);
        return paths;
    }

    private void collectPaths(String above, List<String> paths) {
        var steps = new TreeSet<>(members);
        steps.addAll(children.keySet());
        for (var step : steps) {
            if (members.contains(step)) {
                paths.add(above + step.stepText());
            }
            child(step).collectPaths(above + step.stepText(), paths);
        }
    }

    /** A collector of paths while an object is walked; the walker passes the position. */
    static final class Builder {

        private final TreeSet<ManagedFieldPathElement> members = new TreeSet<>();
        private final TreeMap<ManagedFieldPathElement, Builder> children = new TreeMap<>();

        /** Adds a path. The empty path, the object itself, is nobody's. */
        void add(Deque<ManagedFieldPathElement> path) {
            if (path.isEmpty()) {
                return;
            }
            var steps = new ArrayDeque<>(path);
            var last = steps.removeLast();
            var at = this;
            for (var step : steps) {
                at = at.children.computeIfAbsent(step, _ -> new Builder());
            }
            at.members.add(last);
        }

        FieldPathSet build() {
            var built = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
            children.forEach((step, child) -> built.put(step, child.build()));
            return new FieldPathSet(members, built);
        }
    }
}
