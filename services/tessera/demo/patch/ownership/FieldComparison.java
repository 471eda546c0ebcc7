package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.JsonValues;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ListShape;

/** The paths that differ between two states of an object. A value whose parts have owners differs where they do. */
record FieldComparison(FieldPathSet added, FieldPathSet modified, FieldPathSet removed) {

    static FieldComparison compare(ValueShape shape, JsonNode before, JsonNode after) {
        var walk = new Walk();
        walk.compareValues(shape, before, after);
        return new FieldComparison(walk.added.build(), walk.modified.build(), walk.removed.build());
    }

    boolean isUnchanged() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    FieldComparison excluding(FieldPathSet ignored) {
        return new FieldComparison(added.differenceWithDescendants(ignored),
                modified.differenceWithDescendants(ignored), removed.differenceWithDescendants(ignored));
    }

    private static final class Walk {

        private final FieldSetBuilder added = new FieldSetBuilder();
        private final FieldSetBuilder modified = new FieldSetBuilder();
        private final FieldSetBuilder removed = new FieldSetBuilder();
        private final Deque<PathElement> path = new ArrayDeque<>();

        void compareValues(ValueShape shape, @Nullable JsonNode before, @Nullable JsonNode after) {
            var nature = Atomicity.of(shape, after == null ? before : after);
            var other = Atomicity.of(shape, before == null ? after : before);
            if (nature != other) {
                compareParts(shape, before, null);
                modified.add(path);
                return;
            }
            if (nature == Atomicity.WHOLE || (Atomicity.isEmpty(before) && Atomicity.isEmpty(after))) {
                compareWhole(before, after);
                return;
            }
            compareParts(shape, before, after);
            if (before == null) {
                added.add(path);
            } else if (after == null) {
                removed.add(path);
            }
        }

        private void compareWhole(@Nullable JsonNode before, @Nullable JsonNode after) {
            if (before == null) {
                added.add(path);
            } else if (after == null) {
                removed.add(path);
            } else if (!JsonValues.areEqual(before, after)) {
                modified.add(path);
            }
        }

        private void compareParts(ValueShape shape, @Nullable JsonNode before, @Nullable JsonNode after) {
            var value = after == null ? before : after;
            if (Atomicity.of(shape, value) == Atomicity.ITEMS && shape instanceof ListShape listing) {
                var old = itemsOf(listing, before);
                var current = itemsOf(listing, after);
                var steps = new LinkedHashSet<>(old.keySet());
                steps.addAll(current.keySet());
                steps.forEach(step -> descend(step, listing.items(), old.get(step), current.get(step)));
            } else {
                var names = new LinkedHashSet<String>();
                addNames(names, before);
                addNames(names, after);
                names.forEach(
                        name -> descend(PathElement.forField(name), Atomicity.fieldShape(shape, name),
                                fieldOf(before, name),
                                fieldOf(after, name)));
            }
        }

        private void descend(PathElement step, ValueShape shape, @Nullable JsonNode before, @Nullable JsonNode after) {
            path.addLast(step);
            compareValues(shape, before, after);
            path.removeLast();
        }

        private static Map<PathElement, JsonNode> itemsOf(ListShape listing, @Nullable JsonNode list) {
            return list == null || !list.isArray() ? Map.of() : ListItems.itemsByElement(listing, list);
        }

        private static void addNames(Set<String> names, @Nullable JsonNode value) {
            if (value != null) {
                value.fieldNames().forEachRemaining(names::add);
            }
        }

        private static @Nullable JsonNode fieldOf(@Nullable JsonNode value, String name) {
            return value == null ? null : value.get(name);
        }
    }
}
