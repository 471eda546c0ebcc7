package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The paths that differ between two states of an object. A value whose parts have owners differs where they do. */
record SimulatedObjectFieldDiff(FieldPathSet added, FieldPathSet modified, FieldPathSet removed) {

    static SimulatedObjectFieldDiff compare(FieldValueSchema valueSchema, JsonNode before, JsonNode after) {
        var diffWalker = new DiffWalker();
        diffWalker.compareValues(valueSchema, before, after);
        return new SimulatedObjectFieldDiff(diffWalker.added.build(), diffWalker.modified.build(),
                diffWalker.removed.build());
    }

    boolean isUnchanged() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }

    SimulatedObjectFieldDiff excluding(FieldPathSet ignored) {
        return new SimulatedObjectFieldDiff(added.differenceWithDescendants(ignored),
                modified.differenceWithDescendants(ignored), removed.differenceWithDescendants(ignored));
    }

    private static final class DiffWalker {

        private final FieldPathSet.Builder added = new FieldPathSet.Builder();
        private final FieldPathSet.Builder modified = new FieldPathSet.Builder();
        private final FieldPathSet.Builder removed = new FieldPathSet.Builder();
        private final Deque<ManagedFieldPathElement> path = new ArrayDeque<>();

        void compareValues(FieldValueSchema valueSchema, @Nullable JsonNode before, @Nullable JsonNode after) {
            var nature = FieldOwnershipGranularity.of(valueSchema, after == null ? before : after);
            var other = FieldOwnershipGranularity.of(valueSchema, before == null ? after : before);
            if (nature != other) {
                compareParts(valueSchema, before, null);
                modified.add(path);
                return;
            }
            if (nature == FieldOwnershipGranularity.WHOLE
                    || (FieldOwnershipGranularity.isEmpty(before) && FieldOwnershipGranularity.isEmpty(after))) {
                compareWhole(before, after);
                return;
            }
            compareParts(valueSchema, before, after);
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
            } else if (!SimulatedStoreJsonCodec.areEqual(before, after)) {
                modified.add(path);
            }
        }

        private void compareParts(FieldValueSchema valueSchema, @Nullable JsonNode before, @Nullable JsonNode after) {
            var value = after == null ? before : after;
            if (FieldOwnershipGranularity.of(valueSchema, value) == FieldOwnershipGranularity.ITEMS
                    && valueSchema instanceof ListSchema listing) {
                var old = itemsOf(listing, before);
                var current = itemsOf(listing, after);
                var steps = new LinkedHashSet<>(old.keySet());
                steps.addAll(current.keySet());
                steps.forEach(step -> descend(step, listing.items(), old.get(step), current.get(step)));
            } else {
                var names = new LinkedHashSet<String>();
                addNames(names, before);
                addNames(names, after);
                names.forEach(name -> descend(ManagedFieldPathElement.forField(name),
                        FieldOwnershipGranularity.fieldShape(valueSchema, name), fieldOf(before, name),
                        fieldOf(after, name)));
            }
        }

        private void descend(ManagedFieldPathElement step, FieldValueSchema valueSchema, @Nullable JsonNode before,
                @Nullable JsonNode after) {
            path.addLast(step);
            compareValues(valueSchema, before, after);
            path.removeLast();
        }

        private static Map<ManagedFieldPathElement, JsonNode> itemsOf(ListSchema listing, @Nullable JsonNode list) {
            if (list == null || !list.isArray()) {
                return Map.of();
            }
            return ManagedFieldPathElement.itemsByElement(listing, list);
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
