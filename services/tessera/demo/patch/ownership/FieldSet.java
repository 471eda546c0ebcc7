package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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
record FieldSet(Set<PathElement> members, Map<PathElement, FieldSet> children) {

    static final FieldSet EMPTY = new FieldSet(Set.of(), Map.of());

    private static final String SELF = ".";

    static FieldSet ofField(String name) {
        return new FieldSet(Set.of(PathElement.field(name)), Map.of());
    }

    /** This set's paths behind one more step. */
    FieldSet under(PathElement element) {
        return isEmpty() ? EMPTY : new FieldSet(Set.of(), Map.of(element, this));
    }

    /** Reads the tree of an entry. What is no path is left out. */
    static FieldSet of(JsonNode fields) {
        var members = new TreeSet<PathElement>();
        var children = new TreeMap<PathElement, FieldSet>();
        fields.properties().forEach(entry -> PathElement.parse(entry.getKey()).ifPresent(element -> {
            var child = of(entry.getValue());
            if (!child.isEmpty()) {
                children.put(element, child);
            }
            if (child.isEmpty() || entry.getValue().has(SELF)) {
                members.add(element);
            }
        }));
        return new FieldSet(members, children);
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

    FieldSet child(PathElement element) {
        return children.getOrDefault(element, EMPTY);
    }

    FieldSet union(FieldSet other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        var allMembers = new TreeSet<>(members);
        allMembers.addAll(other.members);
        var allChildren = new TreeMap<>(children);
        other.children.forEach((step, child) -> allChildren.merge(step, child, FieldSet::union));
        return new FieldSet(allMembers, allChildren);
    }

    FieldSet intersection(FieldSet other) {
        var both = new TreeSet<>(members);
        both.retainAll(other.members);
        var rest = new TreeMap<PathElement, FieldSet>();
        children.forEach((step, child) -> putUnlessEmpty(rest, step, child.intersection(other.child(step))));
        return new FieldSet(both, rest);
    }

    /** The paths that are not in the other set, whether or not a path above them is. */
    FieldSet difference(FieldSet other) {
        return difference(other, false);
    }

    /** The paths that are neither in the other set nor below one of its paths. */
    FieldSet outside(FieldSet other) {
        return difference(other, true);
    }

    private FieldSet difference(FieldSet other, boolean andBelow) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        var rest = new TreeSet<>(members);
        rest.removeAll(other.members);
        var restBelow = new TreeMap<PathElement, FieldSet>();
        children.forEach((step, child) -> {
            if (!andBelow || !other.members.contains(step)) {
                putUnlessEmpty(restBelow, step, child.difference(other.child(step), andBelow));
            }
        });
        return new FieldSet(rest, restBelow);
    }

    private static void putUnlessEmpty(Map<PathElement, FieldSet> children, PathElement step, FieldSet child) {
        if (!child.isEmpty()) {
            children.put(step, child);
        }
    }

    /** Every path as text, e.g. {@code .data.a}, in order. */
    List<String> paths() {
        var paths = new ArrayList<String>();
        collect("", paths);
        return paths;
    }

    private void collect(String above, List<String> paths) {
        var steps = new TreeSet<>(members);
        steps.addAll(children.keySet());
        for (var step : steps) {
            if (members.contains(step)) {
                paths.add(above + step.text());
            }
            child(step).collect(above + step.text(), paths);
        }
    }
}
