package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;

/** The items of a list whose items have owners of their own, by their identity. */
final class ServerSideApplyListIndexer {

    private ServerSideApplyListIndexer() {}

    /** Returns the items by identity; those that cannot be told apart come together as one array. */
    static Map<ManagedFieldPathElement, JsonNode> itemsByElement(ListSchema listing, JsonNode list) {
        var items = new LinkedHashMap<ManagedFieldPathElement, JsonNode>();
        var repeated = new LinkedHashMap<ManagedFieldPathElement, ArrayNode>();
        for (var item : list) {
            var element = elementOf(listing, item);
            var first = items.putIfAbsent(element, item);
            if (first != null) {
                repeated.computeIfAbsent(element, _ -> JsonNodeFactory.instance.arrayNode().add(first)).add(item);
            }
        }
        items.putAll(repeated);
        return items;
    }

    static ManagedFieldPathElement elementOf(ListSchema listing, JsonNode item) {
        return switch (listing.identity()) {
            case ListItemIdentity.MapListIdentity(var keys) -> {
                var found = new LinkedHashMap<String, JsonNode>();
                keys.forEach((key, otherwise) -> {
                    if (item.hasNonNull(key)) {
                        found.put(key, item.get(key));
                    } else if (!otherwise.isEmpty()) {
                        found.put(key, JsonNodeFactory.instance.textNode(otherwise));
                    }
                });
                yield ManagedFieldPathElement.forKeys(found);
            }
            case ListItemIdentity.SetListIdentity() -> ManagedFieldPathElement.forValue(item);
            case ListItemIdentity.AtomicListIdentity() ->
                throw new IllegalArgumentException("An atomic list has no items of its own");
        };
    }
}
