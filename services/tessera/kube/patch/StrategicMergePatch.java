package tessera.kube.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    ObjectNode mergeObjects(ObjectNode original, ObjectNode patch, String type) throws InvalidPatchException {
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

    private ObjectNode applyDirective(ObjectNode original, ObjectNode patch, String type) throws InvalidPatchException {
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

    private void mergeField(ObjectNode result, String key, JsonNode change, String type) throws InvalidPatchException {
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
            result.set(key, lists.mergeLists(old, list, itemType(type, key), mergeStrategy(type, key)));
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

    private void setElementOrders(ObjectNode result, ObjectNode patch, String type) throws InvalidPatchException {
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
        return InvalidPatchException.badRequest(
                "unknown patch type %s in %s".formatted(patch.path(PATCH).asText(), StrategicListMerge.goText(patch)));
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
        return findField(type, key).map(PatchMergeStrategy::of).orElse(PatchMergeStrategy.NONE);
    }

    private Optional<KindField> findField(String type, String key) {
        return Optional.ofNullable(table.types().get(type)).map(struct -> struct.fields().get(key));
    }

    /** The list rules of a strategic merge patch. */
    private static final class StrategicListMerge {

        private final StrategicMergePatch merge;

        StrategicListMerge(StrategicMergePatch merge) {
            this.merge = merge;
        }

        /** @param type of the items */
        ArrayNode mergeLists(ArrayNode before, ArrayNode patch, String type, PatchMergeStrategy merging)
                throws InvalidPatchException {
            if (merging.lists() != PatchMergeStrategy.ListMergeMode.MERGE) {
                return arrayOf(itemsOf(patch).stream().map(StrategicMergePatch::stripDirectives).toList());
            }
            var key = merging.key();
            var merged = key.isEmpty() ? unionOf(before, patch) : mergeByKey(before, patch, type, key);
            return applyOrder(merged, patch, before, key);
        }

        static ArrayNode removeItems(ArrayNode list, JsonNode unwanted) {
            var itemPositions = ItemPositions.fromList(itemsOf(unwanted), "");
            return arrayOf(itemsOf(list).stream().filter(item -> !itemPositions.contains(item)).toList());
        }

        /** Puts items named in {@code order} in that order; the others keep their place among them as far as possible. */
        static ArrayNode applyOrder(ArrayNode merged, ArrayNode order, ArrayNode before, String key) {
            var wanted = ItemPositions.fromList(itemsOf(order), key);
            var known = ItemPositions.fromList(itemsOf(before), key);
            var named = new ArrayList<>(itemsOf(merged).stream().filter(wanted::contains).toList());
            named.sort(Comparator.comparingInt(wanted::positionOf));
            var others = new ArrayList<>(itemsOf(merged).stream().filter(item -> !wanted.contains(item)).toList());
            others.sort(Comparator.comparingInt(known::positionOf));
            var result = JsonNodeFactory.instance.arrayNode();
            int next = 0;
            for (var item : named) {
                while (next < others.size() && known.contains(item) && known.contains(others.get(next))
                        && known.positionOf(others.get(next)) < known.positionOf(item)) {
                    result.add(others.get(next++));
                }
                result.add(item);
            }
            others.subList(next, others.size()).forEach(result::add);
            return result;
        }

        private static ArrayNode unionOf(ArrayNode before, ArrayNode patch) {
            var all = itemsOf(before);
            all.addAll(itemsOf(patch));
            var seen = new HashSet<String>();
            return arrayOf(all.stream().filter(item -> seen.add(ItemPositions.identityOf(item, ""))).toList());
        }

        private ArrayNode mergeByKey(ArrayNode before, ArrayNode patch, String type, String key)
                throws InvalidPatchException {
            var changes = new ArrayList<ObjectNode>();
            var deleted = new ArrayList<JsonNode>();
            boolean replace = false;
            for (var item : patch) {
                if (!(item instanceof ObjectNode map)) {
                    throw InvalidPatchException.internalError(
                            "expected a map in a list that is merged by " + key + ", got " + goText(item));
                }
                switch (map.path(StrategicMergePatch.PATCH).asText()) {
                    case "" -> changes.add(map);
                    case "delete" -> deleted.add(map);
                    case "replace" -> replace = true;
                    case "merge" ->
                        throw InvalidPatchException.internalError("merging lists cannot yet be specified in the patch");
                    default -> throw StrategicMergePatch.unknownDirective(map);
                }
                requireKey(map, key);
            }
            var gone = ItemPositions.fromList(deleted, key);
            var result = new ArrayList<>(
                    replace ? List.of() : itemsOf(before).stream().filter(item -> !gone.contains(item)).toList());
            var itemPositions = ItemPositions.fromList(result, key);
            for (var change : changes) {
                if (!itemPositions.contains(change)) {
                    itemPositions.add(change, result.size());
                    result.add(StrategicMergePatch.stripDirectives(change));
                } else if (result.get(itemPositions.positionOf(change)) instanceof ObjectNode old) {
                    result.set(itemPositions.positionOf(change), merge.mergeObjects(old, change, type));
                }
            }
            return arrayOf(result);
        }

        private static void requireKey(ObjectNode map, String key) throws InvalidPatchException {
            if (!map.has(key) && !map.path(StrategicMergePatch.PATCH).asText().equals("replace")) {
                throw InvalidPatchException
                        .internalError("map: %s does not contain declared merge key: %s".formatted(goText(map), key));
            }
        }

        /** The positions of a list's items by their key or, without a key, by their value. */
        private record ItemPositions(Map<String, Integer> positions, String key) {

            static ItemPositions fromList(List<? extends JsonNode> list, String key) {
                var itemPositions = new ItemPositions(new HashMap<>(), key);
                for (int i = 0; i < list.size(); i++) {
                    itemPositions.add(list.get(i), i);
                }
                return itemPositions;
            }

            void add(JsonNode item, int position) {
                positions.putIfAbsent(identityOf(item, key), position);
            }

            boolean contains(JsonNode item) {
                return positions.containsKey(identityOf(item, key));
            }

            /** Returns the position of an item; -1 when it is not there. */
            int positionOf(JsonNode item) {
                return positions.getOrDefault(identityOf(item, key), -1);
            }

            static String identityOf(JsonNode item, String key) {
                var value = key.isEmpty() ? item : item.path(key);
                if (value.isNumber()) {
                    return value.decimalValue().stripTrailingZeros().toString();
                }
                return value.toString();
            }
        }

        private static List<JsonNode> itemsOf(JsonNode list) {
            var items = new ArrayList<JsonNode>(list.size());
            list.forEach(items::add);
            return items;
        }

        private static ArrayNode arrayOf(List<JsonNode> items) {
            var array = JsonNodeFactory.instance.arrayNode(items.size());
            items.forEach(array::add);
            return array;
        }

        /** Returns a value as the Go formatter prints it, which is what the messages of a real server show. */
        static String goText(JsonNode value) {
            if (value.isObject()) {
                var sorted = new TreeMap<String, JsonNode>();
                value.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
                return sorted.entrySet().stream().map(entry -> entry.getKey() + ":" + goText(entry.getValue()))
                        .collect(Collectors.joining(" ", "map[", "]"));
            }
            if (value.isArray()) {
                return itemsOf(value).stream().map(StrategicListMerge::goText)
                        .collect(Collectors.joining(" ", "[", "]"));
            }
            return value.isNull() ? "<nil>" : value.asText();
        }
    }
}
