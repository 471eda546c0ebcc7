package tessera.demo.patch;

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
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.MergeStrategy;

/** What a strategic merge patch does with lists. */
final class StrategicLists {

    private StrategicLists() {}

    static ArrayNode merge(ArrayNode before, ArrayNode patch, ValueShape items, MergeStrategy merging) throws ApiError {
        if (merging.lists() != MergeStrategy.Lists.MERGE) {
            return array(items(patch).stream().map(StrategicMergePatch::plain).toList());
        }
        var key = merging.key();
        var merged = key.isEmpty() ? union(before, patch) : mergeByKey(before, patch, items, key);
        return inOrder(merged, patch, before, key);
    }

    static ArrayNode without(ArrayNode list, JsonNode unwanted) {
        var places = ItemPositions.of(items(unwanted), "");
        return array(items(list).stream().filter(item -> !places.has(item)).toList());
    }

    /** Items named in {@code order} in that order; the others keep their place among them as far as can be. */
    static ArrayNode inOrder(ArrayNode merged, ArrayNode order, ArrayNode before, String key) {
        var wanted = ItemPositions.of(items(order), key);
        var known = ItemPositions.of(items(before), key);
        var named = new ArrayList<>(items(merged).stream().filter(wanted::has).toList());
        named.sort(Comparator.comparingInt(wanted::at));
        var others = new ArrayList<>(items(merged).stream().filter(item -> !wanted.has(item)).toList());
        others.sort(Comparator.comparingInt(known::at));
        var result = JsonNodeFactory.instance.arrayNode();
        int next = 0;
        for (var item : named) {
            while (next < others.size() && known.has(item) && known.has(others.get(next))
                    && known.at(others.get(next)) < known.at(item)) {
                result.add(others.get(next++));
            }
            result.add(item);
        }
        others.subList(next, others.size()).forEach(result::add);
        return result;
    }

    private static ArrayNode union(ArrayNode before, ArrayNode patch) {
        var all = items(before);
        all.addAll(items(patch));
        var seen = new HashSet<String>();
        return array(all.stream().filter(item -> seen.add(ItemPositions.identity(item, ""))).toList());
    }

    private static ArrayNode mergeByKey(ArrayNode before, ArrayNode patch, ValueShape shape, String key)
            throws ApiError {
        var changes = new ArrayList<ObjectNode>();
        var deleted = new ArrayList<JsonNode>();
        boolean replace = false;
        for (var item : patch) {
            if (!(item instanceof ObjectNode map)) {
                throw ApiError.internal("expected a map in a list that is merged by " + key + ", got " + inGo(item));
            }
            switch (map.path(StrategicMergePatch.PATCH).asText()) {
                case "" -> changes.add(map);
                case "delete" -> deleted.add(map);
                case "replace" -> replace = true;
                case "merge" -> throw ApiError.internal("merging lists cannot yet be specified in the patch");
                default -> throw StrategicMergePatch.unknownDirective(map);
            }
            requireKey(map, key);
        }
        var gone = ItemPositions.of(deleted, key);
        var result = new ArrayList<>(replace ? List.of()
                : items(before).stream().filter(item -> !gone.has(item)).toList());
        var places = ItemPositions.of(result, key);
        for (var change : changes) {
            if (!places.has(change)) {
                places.add(change, result.size());
                result.add(StrategicMergePatch.plain(change));
            } else if (result.get(places.at(change)) instanceof ObjectNode old) {
                result.set(places.at(change), StrategicMergePatch.merge(old, change, shape));
            }
        }
        return array(result);
    }

    private static void requireKey(ObjectNode map, String key) throws ApiError {
        if (!map.has(key) && !map.path(StrategicMergePatch.PATCH).asText().equals("replace")) {
            throw ApiError.internal("map: %s does not contain declared merge key: %s".formatted(inGo(map), key));
        }
    }

    /** Where the items of a list stand, by their key or, without a key, by their value. */
    private record ItemPositions(Map<String, Integer> places, String key) {

        static ItemPositions of(List<? extends JsonNode> list, String key) {
            var places = new ItemPositions(new HashMap<>(), key);
            for (int i = 0; i < list.size(); i++) {
                places.add(list.get(i), i);
            }
            return places;
        }

        void add(JsonNode item, int place) {
            places.putIfAbsent(identity(item, key), place);
        }

        boolean has(JsonNode item) {
            return places.containsKey(identity(item, key));
        }

        /** -1 when the item is not there. */
        int at(JsonNode item) {
            return places.getOrDefault(identity(item, key), -1);
        }

        static String identity(JsonNode item, String key) {
            var value = key.isEmpty() ? item : item.path(key);
            return value.isNumber() ? value.decimalValue().stripTrailingZeros().toString() : value.toString();
        }
    }

    private static List<JsonNode> items(JsonNode list) {
        var items = new ArrayList<JsonNode>(list.size());
        list.forEach(items::add);
        return items;
    }

    private static ArrayNode array(List<JsonNode> items) {
        var array = JsonNodeFactory.instance.arrayNode(items.size());
        items.forEach(array::add);
        return array;
    }

    /** A value as the Go formatter prints it, which is what the messages of a real server show. */
    static String inGo(JsonNode value) {
        if (value.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            value.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
            return sorted.entrySet().stream().map(entry -> entry.getKey() + ":" + inGo(entry.getValue()))
                    .collect(Collectors.joining(" ", "map[", "]"));
        }
        if (value.isArray()) {
            return items(value).stream().map(StrategicLists::inGo).collect(Collectors.joining(" ", "[", "]"));
        }
        return value.isNull() ? "<nil>" : value.asText();
    }
}
