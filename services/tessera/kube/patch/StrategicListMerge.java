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
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.kube.schema.PatchMergeStrategy;

/** The list rules of a strategic merge patch. */
final class StrategicListMerge {

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
                throw InvalidPatchException
                        .internalError("expected a map in a list that is merged by " + key + ", got " + goText(item));
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
        var result = new ArrayList<>(replace ? List.of()
                : itemsOf(before).stream().filter(item -> !gone.contains(item)).toList());
        var itemPositions = ItemPositions.fromList(result, key);
        for (var change : changes) {
            if (!itemPositions.contains(change)) {
                itemPositions.add(change, result.size());
                result.add(StrategicMergePatch.stripDirectives(change));
            } else if (result.get(itemPositions.positionOf(change)) instanceof ObjectNode old) {
                result.set(itemPositions.positionOf(change),
                        merge.mergeObjects(old, change, type));
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
            return itemsOf(value).stream().map(StrategicListMerge::goText).collect(Collectors.joining(" ", "[", "]"));
        }
        return value.isNull() ? "<nil>" : value.asText();
    }
}
