package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.PatchMergeStrategy;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * A strategic merge patch, which knows the lists that are merged item by item, and their keys.
 *
 * <p>Understands {@code $patch} (replace, delete, merge), {@code $deleteFromPrimitiveList/…},
 * {@code $setElementOrder/…} and {@code $retainKeys}.
 */
public final class StrategicMergePatchApplier {

    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";
    static final String SET_ORDER = "$setElementOrder/";

    private StrategicMergePatchApplier() {}

    /**
     * Returns the patched object, which shares what the patch does not touch. Neither argument changes.
     *
     * @throws SimulatedApiException 400 for a directive that makes no sense, 500 for an item without its key
     */
    public static ObjectNode apply(SimulatedKindSchema kind, ObjectNode original, ObjectNode patch)
            throws SimulatedApiException {
        return mergeObjects(original, patch, kind.schema());
    }

    static ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, FieldValueSchema valueSchema)
            throws SimulatedApiException {
        if (patch.has(PATCH)) {
            return applyDirective(original, patch, valueSchema);
        }
        var result = JsonNodeFactory.instance.objectNode();
        result.setAll(original);
        var rest = JsonNodeFactory.instance.objectNode();
        rest.setAll(patch);
        retainKeys(result, rest);
        setElementOrders(result, rest, valueSchema);
        for (var entry : rest.properties()) {
            mergeField(result, entry.getKey(), entry.getValue(), valueSchema);
        }
        return result;
    }

    private static ObjectNode applyDirective(ObjectNode original, ObjectNode patch, FieldValueSchema valueSchema)
            throws SimulatedApiException {
        var rest = JsonNodeFactory.instance.objectNode();
        rest.setAll(patch);
        rest.remove(PATCH);
        return switch (patch.get(PATCH).asText()) {
            case "replace" -> rest;
            case "delete" -> JsonNodeFactory.instance.objectNode();
            case "merge" -> mergeObjects(original, rest, valueSchema);
            default -> throw unknownDirective(patch);
        };
    }

    private static void mergeField(ObjectNode result, String key, JsonNode change, FieldValueSchema valueSchema)
            throws SimulatedApiException {
        if (key.startsWith(DELETE_FROM_LIST)) {
            var name = key.substring(DELETE_FROM_LIST.length());
            if (result.get(name) instanceof ArrayNode list) {
                result.set(name, StrategicListMerge.removeItems(list, change));
            }
            return;
        }
        var before = result.get(key);
        if (change.isNull()) {
            result.remove(key);
        } else if (before instanceof ObjectNode old && change instanceof ObjectNode map) {
            boolean replaced = mergeStrategy(valueSchema, key).lists() == PatchMergeStrategy.ListMergeMode.REPLACE_ALL;
            result.set(key, replaced ? stripDirectives(map) : mergeObjects(old, map, childShape(valueSchema, key)));
        } else if (before instanceof ArrayNode old && change instanceof ArrayNode list) {
            result.set(key, StrategicListMerge.mergeLists(old, list, itemShape(valueSchema, key),
                    mergeStrategy(valueSchema, key)));
        } else {
            result.set(key, stripDirectives(change));
        }
    }

    private static void retainKeys(ObjectNode result, ObjectNode patch) throws SimulatedApiException {
        var keys = patch.remove(RETAIN_KEYS);
        if (keys == null) {
            return;
        }
        var retained = JsonNodeFactory.instance.objectNode();
        keys.forEach(key -> retained.put(key.asText(), true));
        for (var entry : patch.properties()) {
            if (!entry.getKey().startsWith("$") && !entry.getValue().isNull() && !retained.has(entry.getKey())) {
                throw SimulatedApiException.badRequest(
                        "The keys in the patch's $retainKeys list must be a superset of the keys in the patch");
            }
        }
        result.retain(retained.properties().stream().map(Map.Entry::getKey).toList());
    }

    private static void setElementOrders(ObjectNode result, ObjectNode patch, FieldValueSchema valueSchema)
            throws SimulatedApiException {
        for (var entry : patch.deepCopy().properties()) {
            if (!entry.getKey().startsWith(SET_ORDER)) {
                continue;
            }
            patch.remove(entry.getKey());
            var key = entry.getKey().substring(SET_ORDER.length());
            if (!(entry.getValue() instanceof ArrayNode order)) {
                throw SimulatedApiException.badRequest("The order in patch list: %s must be a list".formatted(key));
            }
            var merging = mergeStrategy(valueSchema, key);
            var before = result.get(key) instanceof ArrayNode list ? list : JsonNodeFactory.instance.arrayNode();
            var change = patch.get(key) instanceof ArrayNode list ? list : JsonNodeFactory.instance.arrayNode();
            boolean noList = patch.has(key) && !patch.get(key).isArray();
            if (noList || (before.isEmpty() && change.isEmpty())) {
                continue;
            }
            patch.remove(key);
            var merged = StrategicListMerge.mergeLists(before, change, itemShape(valueSchema, key), merging);
            result.set(key, StrategicListMerge.applyOrder(merged, order, before, merging.key()));
        }
    }

    /** Returns a value that is new to the object without directives, which have nothing to act on, and without {@code null}s. */
    static JsonNode stripDirectives(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> {
                var result = JsonNodeFactory.instance.objectNode();
                map.properties().forEach(entry -> {
                    if (!entry.getKey().startsWith("$") && !entry.getValue().isNull()) {
                        result.set(entry.getKey(), stripDirectives(entry.getValue()));
                    }
                });
                yield result;
            }
            case ArrayNode list -> {
                var result = JsonNodeFactory.instance.arrayNode();
                list.forEach(item -> {
                    if (!item.path(PATCH).asText().equals("delete")) {
                        result.add(stripDirectives(item));
                    }
                });
                yield result;
            }
            default -> value;
        };
    }

    static SimulatedApiException unknownDirective(JsonNode patch) {
        return SimulatedApiException.badRequest("unknown patch type %s in %s".formatted(patch.path(PATCH).asText(),
                StrategicListMerge.goText(patch)));
    }

    private static FieldValueSchema childShape(FieldValueSchema valueSchema, String key) {
        return switch (valueSchema) {
            case StructSchema structSchema -> structSchema.child(key).orElse(FieldValueSchema.UntypedSchema.UNTYPED);
            case MapSchema mapping -> mapping.values();
            default -> FieldValueSchema.UntypedSchema.UNTYPED;
        };
    }

    private static FieldValueSchema itemShape(FieldValueSchema valueSchema, String key) {
        return childShape(valueSchema, key) instanceof ListSchema listing ? listing.items()
                : FieldValueSchema.UntypedSchema.UNTYPED;
    }

    private static PatchMergeStrategy mergeStrategy(FieldValueSchema valueSchema, String key) {
        var field = valueSchema instanceof StructSchema structSchema ? structSchema.fields().get(key) : null;
        return field == null ? PatchMergeStrategy.NONE : field.merging();
    }
}
