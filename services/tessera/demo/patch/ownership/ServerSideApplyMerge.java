package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;

/** The two changes of an object by an apply: laying fields over it and taking fields out of it. */
final class ServerSideApplyMerge {

    private ServerSideApplyMerge() {}

    /** Returns the live object with the applied one laid over it. */
    static JsonNode overlay(FieldValueSchema valueSchema, @Nullable JsonNode live, JsonNode applied) {
        if (live == null || live.isNull() || FieldOwnershipGranularity.of(valueSchema,
                live) != FieldOwnershipGranularity.of(valueSchema, applied)) {
            return applied;
        }
        return switch (FieldOwnershipGranularity.of(valueSchema, applied)) {
            case WHOLE -> applied;
            case FIELDS -> {
                var result = JsonNodeFactory.instance.objectNode();
                live.properties().forEach(entry -> result.set(entry.getKey(), entry.getValue()));
                applied.properties()
                        .forEach(entry -> result.set(entry.getKey(),
                                overlay(FieldOwnershipGranularity.fieldShape(valueSchema, entry.getKey()),
                                        live.get(entry.getKey()), entry.getValue())));
                yield result;
            }
            case ITEMS -> valueSchema instanceof ListSchema listing ? overlayItems(listing, live, applied) : applied;
        };
    }

    /** Merges lists: items that only the live list has stay before the applied ones they stood before. */
    private static JsonNode overlayItems(ListSchema listing, JsonNode live, JsonNode applied) {
        var old = ManagedFieldPathElement.itemsByElement(listing, live);
        var wanted = ManagedFieldPathElement.itemsByElement(listing, applied);
        var result = JsonNodeFactory.instance.arrayNode();
        var rest = old.entrySet().iterator();
        var pending = nextEntry(rest);
        var given = new HashSet<ManagedFieldPathElement>();
        for (var entry : wanted.entrySet()) {
            while (pending != null && (given.contains(pending.getKey()) || !wanted.containsKey(pending.getKey()))) {
                if (!given.contains(pending.getKey())) {
                    addItem(result, pending.getValue());
                }
                pending = nextEntry(rest);
            }
            addItem(result, overlay(listing.items(), old.get(entry.getKey()), entry.getValue()));
            given.add(entry.getKey());
        }
        while (pending != null) {
            if (!given.contains(pending.getKey())) {
                addItem(result, pending.getValue());
            }
            pending = nextEntry(rest);
        }
        return result;
    }

    private static <T> Map.@Nullable Entry<ManagedFieldPathElement, T> nextEntry(
            Iterator<Map.Entry<ManagedFieldPathElement, T>> rest) {
        return rest.hasNext() ? rest.next() : null;
    }

    /** Adds an item, or each of several that could not be told apart and came as one array. */
    private static void addItem(ArrayNode list, JsonNode item) {
        if (item.isArray()) {
            item.forEach(list::add);
        } else {
            list.add(item);
        }
    }

    /** Returns the object without the fields and items at these paths; maps that become empty go, too. */
    static JsonNode removeFields(FieldValueSchema valueSchema, JsonNode value, FieldPathSet paths) {
        if (paths.isEmpty()) {
            return value;
        }
        return switch (FieldOwnershipGranularity.of(valueSchema, value)) {
            case WHOLE -> value;
            case FIELDS -> {
                var result = JsonNodeFactory.instance.objectNode();
                for (var entry : value.properties()) {
                    var step = ManagedFieldPathElement.forField(entry.getKey());
                    if (!paths.members().contains(step)) {
                        keepUnlessEmptied(entry.getValue(),
                                removeFields(FieldOwnershipGranularity.fieldShape(valueSchema, entry.getKey()),
                                        entry.getValue(), paths.child(step)),
                                kept -> result.set(entry.getKey(), kept));
                    }
                }
                yield result;
            }
            case ITEMS -> {
                var result = JsonNodeFactory.instance.arrayNode();
                if (valueSchema instanceof ListSchema listing) {
                    ManagedFieldPathElement.itemsByElement(listing, value).forEach((step, item) -> {
                        if (!paths.members().contains(step)) {
                            addItem(result, removeFields(listing.items(), item, paths.child(step)));
                        }
                    });
                }
                yield result;
            }
        };
    }

    private static void keepUnlessEmptied(JsonNode before, JsonNode after, Consumer<JsonNode> keeper) {
        if (!after.isContainerNode() || !after.isEmpty() || before.isEmpty()) {
            keeper.accept(after);
        }
    }
}
