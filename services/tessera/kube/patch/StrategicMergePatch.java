package tessera.kube.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import tessera.kube.schema.KindField;
import tessera.kube.schema.KindTable;
import tessera.kube.schema.PatchMergeStrategy;

/**
 * A strategic merge patch, which knows the lists that are merged item by item, and their keys.
 *
 * <p>Understands {@code $patch} (replace, delete, merge), {@code $deleteFromPrimitiveList/…},
 * {@code $setElementOrder/…} and {@code $retainKeys}.
 */
public final class StrategicMergePatch {

    private static final String UNTYPED = "any";
    private static final String LIST = "[]";
    private static final String MAP = "{}";

    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";
    static final String SET_ORDER = "$setElementOrder/";

    private final KindTable table;
    private final StrategicListMerge lists = new StrategicListMerge(this);

    private StrategicMergePatch(KindTable table) {
        this.table = table;
    }

    /**
     * Returns the patched object, which shares what the patch does not touch. Neither argument changes.
     *
     * @param type of the object, in the table
     * @throws InvalidPatchException for a directive that makes no sense, or an item without its key
     */
    public static ObjectNode apply(KindTable table, String type, ObjectNode original, ObjectNode patch)
            throws InvalidPatchException {
        return new StrategicMergePatch(table).mergeObjects(original, patch, type);
    }

    ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, String type)
            throws InvalidPatchException {
        if (patch.has(PATCH)) {
            return applyDirective(original, patch, type);
        }
        var result = JsonNodeFactory.instance.objectNode();
        result.setAll(original);
        var rest = JsonNodeFactory.instance.objectNode();
        rest.setAll(patch);
        retainKeys(result, rest);
        setElementOrders(result, rest, type);
        for (var entry : rest.properties()) {
            mergeField(result, entry.getKey(), entry.getValue(), type);
        }
        return result;
    }

    private ObjectNode applyDirective(ObjectNode original, ObjectNode patch, String type)
            throws InvalidPatchException {
        var rest = JsonNodeFactory.instance.objectNode();
        rest.setAll(patch);
        rest.remove(PATCH);
        return switch (patch.get(PATCH).asText()) {
            case "replace" -> rest;
            case "delete" -> JsonNodeFactory.instance.objectNode();
            case "merge" -> mergeObjects(original, rest, type);
            default -> throw unknownDirective(patch);
        };
    }

    private void mergeField(ObjectNode result, String key, JsonNode change, String type)
            throws InvalidPatchException {
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
            boolean replaced = mergeStrategy(type, key).lists() == PatchMergeStrategy.ListMergeMode.REPLACE_ALL;
            result.set(key, replaced ? stripDirectives(map) : mergeObjects(old, map, childType(type, key)));
        } else if (before instanceof ArrayNode old && change instanceof ArrayNode list) {
            result.set(key, lists.mergeLists(old, list, itemType(type, key),
                    mergeStrategy(type, key)));
        } else {
            result.set(key, stripDirectives(change));
        }
    }

    private static void retainKeys(ObjectNode result, ObjectNode patch) throws InvalidPatchException {
        var keys = patch.remove(RETAIN_KEYS);
        if (keys == null) {
            return;
        }
        var retained = JsonNodeFactory.instance.objectNode();
        keys.forEach(key -> retained.put(key.asText(), true));
        for (var entry : patch.properties()) {
            if (!entry.getKey().startsWith("$") && !entry.getValue().isNull() && !retained.has(entry.getKey())) {
                throw InvalidPatchException.badRequest(
                        "The keys in the patch's $retainKeys list must be a superset of the keys in the patch");
            }
        }
        result.retain(retained.properties().stream().map(Map.Entry::getKey).toList());
    }

    private void setElementOrders(ObjectNode result, ObjectNode patch, String type)
            throws InvalidPatchException {
        for (var entry : patch.deepCopy().properties()) {
            if (!entry.getKey().startsWith(SET_ORDER)) {
                continue;
            }
            patch.remove(entry.getKey());
            var key = entry.getKey().substring(SET_ORDER.length());
            if (!(entry.getValue() instanceof ArrayNode order)) {
                throw InvalidPatchException.badRequest("The order in patch list: %s must be a list".formatted(key));
            }
            var merging = mergeStrategy(type, key);
            var before = result.get(key) instanceof ArrayNode list ? list : JsonNodeFactory.instance.arrayNode();
            var change = patch.get(key) instanceof ArrayNode list ? list : JsonNodeFactory.instance.arrayNode();
            boolean noList = patch.has(key) && !patch.get(key).isArray();
            if (noList || (before.isEmpty() && change.isEmpty())) {
                continue;
            }
            patch.remove(key);
            var merged = lists.mergeLists(before, change, itemType(type, key), merging);
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

    static InvalidPatchException unknownDirective(JsonNode patch) {
        return InvalidPatchException.badRequest("unknown patch type %s in %s".formatted(patch.path(PATCH).asText(),
                StrategicListMerge.goText(patch)));
    }

    private String childType(String type, String key) {
        if (type.startsWith(MAP)) {
            return type.substring(MAP.length());
        }
        return findField(type, key).map(KindField::type).orElse(UNTYPED);
    }

    private String itemType(String type, String key) {
        var child = childType(type, key);
        return child.startsWith(LIST) ? child.substring(LIST.length()) : UNTYPED;
    }

    private PatchMergeStrategy mergeStrategy(String type, String key) {
        return findField(type, key).map(KindField::mergeStrategy).orElse(PatchMergeStrategy.NONE);
    }

    private Optional<KindField> findField(String type, String key) {
        return Optional.ofNullable(table.types().get(type)).map(struct -> struct.fields().get(key));
    }
}
