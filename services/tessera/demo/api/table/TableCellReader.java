package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.store.StoreJson;

/** Reads how a cell is filled: the small language of {@code tables.json}. */
final class TableCellReader {

    static final String NONE = "<none>";

    private static final Map<String, TableCell> CALLED = called();

    private TableCellReader() {}

    /** @throws IllegalArgumentException if the words mean nothing */
    static TableCell parse(String words) {
        var parts = words.split(" ", 3);
        var path = parts.length > 1 ? parts[1] : "";
        var absent = parts.length > 2 ? parts[2] : "";
        return switch (parts[0]) {
            case "name" -> (object, _) -> text(StoreJson.text(object, "metadata", "name"));
            case "age" ->
                (object, now) -> text(TableAge.since(StoreJson.text(object, "metadata", "creationTimestamp"), now));
            case "since" -> (object, now) -> since(at(object, path).asText(""), now, absent);
            case "text" -> (object, _) -> orElse(at(object, path).asText(""), absent);
            case "number" -> (object, _) -> number(at(object, path).asLong(0));
            case "flag" -> (object, _) -> StoreJson.NODES.booleanNode(at(object, path).asBoolean());
            case "size" -> (object, _) -> number(at(object, path).size());
            case "map" -> (object, _) -> text(pairs(at(object, path)));
            case "list" -> (object, _) -> orElse(String.join(",", all(object, path)), absent.isEmpty() ? NONE : absent);
            case "call" -> function(path);
            default -> throw new IllegalArgumentException(words);
        };
    }

    private static TableCell function(String name) {
        var cell = CALLED.get(name);
        if (cell == null) {
            throw new IllegalArgumentException(name);
        }
        return cell;
    }

    private static Map<String, TableCell> called() {
        var all = new TreeMap<String, TableCell>();
        all.putAll(PodCells.ALL);
        all.putAll(NodeTableCells.ALL);
        all.putAll(WorkloadCells.ALL);
        all.putAll(EventCells.ALL);
        all.putAll(ServiceCells.ALL);
        all.putAll(OtherCells.ALL);
        return Map.copyOf(all);
    }

    static JsonNode at(JsonNode object, String path) {
        var node = object;
        for (var name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }

    /** The texts at a path that may lead through lists. */
    static List<String> all(JsonNode object, String path) {
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

    static JsonNode text(String text) {
        return StoreJson.NODES.textNode(text);
    }

    static JsonNode number(long number) {
        return StoreJson.NODES.numberNode(number);
    }

    static JsonNode orElse(String text, String absent) {
        return text(text.isEmpty() ? absent : text);
    }

    static String pairs(JsonNode map) {
        var pairs = new ArrayList<String>();
        map.properties().forEach(entry -> pairs.add(entry.getKey() + "=" + entry.getValue().asText()));
        pairs.sort(null);
        return pairs.isEmpty() ? NONE : String.join(",", pairs);
    }

    private static JsonNode since(String moment, Instant now, String absent) {
        return text(moment.isEmpty() ? absent : TableAge.since(moment, now));
    }
}
