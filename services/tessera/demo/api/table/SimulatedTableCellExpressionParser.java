package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Parser of the cell expressions in {@code tables.json}. */
final class SimulatedTableCellExpressionParser {

    static final String NONE = "<none>";

    private static final Map<String, SimulatedTableCellFunction> CALLED = namedCells();

    private SimulatedTableCellExpressionParser() {}

    /** @throws IllegalArgumentException if the words mean nothing */
    static SimulatedTableCellFunction parseCell(String text) {
        var parts = text.split(" ", 3);
        var path = parts.length > 1 ? parts[1] : "";
        var absent = parts.length > 2 ? parts[2] : "";
        return switch (parts[0]) {
            case "name" -> (object, _) -> textNode(SimulatedStoreJsonCodec.textAt(object, "metadata", "name"));
            case "age" ->
                (object, now) -> textNode(
                        SimulatedTableAgeFormatter.ageText(
                                SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp"),
                                now));
            case "since" -> (object, now) -> ageNode(nodeAt(object, path).asText(""), now, absent);
            case "text" -> (object, _) -> textOrDefault(nodeAt(object, path).asText(""), absent);
            case "number" -> (object, _) -> numberNode(nodeAt(object, path).asLong(0));
            case "flag" -> (object, _) -> SimulatedStoreJsonCodec.NODES.booleanNode(nodeAt(object, path).asBoolean());
            case "size" -> (object, _) -> numberNode(nodeAt(object, path).size());
            case "map" -> (object, _) -> textNode(joinPairs(nodeAt(object, path)));
            case "list" ->
                (object, _) -> textOrDefault(String.join(",", textsAt(object, path)), absent.isEmpty() ? NONE : absent);
            case "call" -> functionCell(path);
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static SimulatedTableCellFunction functionCell(String name) {
        var cell = CALLED.get(name);
        if (cell == null) {
            throw new IllegalArgumentException(name);
        }
        return cell;
    }

    private static Map<String, SimulatedTableCellFunction> namedCells() {
        var all = new TreeMap<String, SimulatedTableCellFunction>();
        all.putAll(SimulatedPodTableCells.ALL);
        all.putAll(SimulatedNodeTableCells.ALL);
        all.putAll(SimulatedWorkloadTableCells.ALL);
        all.putAll(SimulatedEventTableCells.ALL);
        all.putAll(SimulatedServiceTableCells.ALL);
        all.putAll(SimulatedMiscellaneousTableCells.ALL);
        return Map.copyOf(all);
    }

    static JsonNode nodeAt(JsonNode object, String path) {
        var node = object;
        for (var name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }

    /** Returns the texts at a path that may lead through lists. */
    static List<String> textsAt(JsonNode object, String path) {
        var nodes = List.of(object);
        for (var name : path.split("\\.", -1)) {
            var next = new ArrayList<JsonNode>();
            for (var node : nodes) {
                var child = node.path(name);
                if (child.isArray()) {
                    child.forEach(next::add);
                } else if (!child.isMissingNode()) {
                    next.add(child);
                }
            }
            nodes = next;
        }
        return nodes.stream().map(JsonNode::asText).filter(text -> !text.isEmpty()).toList();
    }

    static JsonNode textNode(String text) {
        return SimulatedStoreJsonCodec.NODES.textNode(text);
    }

    static JsonNode numberNode(long number) {
        return SimulatedStoreJsonCodec.NODES.numberNode(number);
    }

    static JsonNode textOrDefault(String text, String absent) {
        return textNode(text.isEmpty() ? absent : text);
    }

    static String joinPairs(JsonNode map) {
        var pairs = new ArrayList<String>();
        map.properties().forEach(entry -> pairs.add(entry.getKey() + "=" + entry.getValue().asText()));
        pairs.sort(null);
        return pairs.isEmpty() ? NONE : String.join(",", pairs);
    }

    private static JsonNode ageNode(String moment, Instant now, String absent) {
        return textNode(moment.isEmpty() ? absent : SimulatedTableAgeFormatter.ageText(moment, now));
    }
}
