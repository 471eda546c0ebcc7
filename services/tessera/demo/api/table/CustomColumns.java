package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.Json;

/** The columns a custom resource definition asks for. */
final class CustomColumns {

    private static final String CREATED = ".metadata.creationTimestamp";

    private CustomColumns() {}

    record Custom(Tables.Heading heading, Cell cell) {}

    static List<Custom> read(JsonNode printerColumns) {
        var columns = new ArrayList<Custom>();
        for (var column : printerColumns) {
            var path = Json.text(column, "jsonPath");
            var about = "Custom resource definition column (in JSONPath format): " + path;
            var type = Json.text(column, "type");
            columns.add(new Custom(new Tables.Heading(Json.text(column, "name"), type, Json.text(column, "format"),
                    column.path("description").asText(about), column.path("priority").asInt()),
                    (object, _) -> value(object, path, type)));
        }
        if (columns.isEmpty()) {
            var about = "Custom resource definition column (in JSONPath format): " + CREATED;
            columns.add(new Custom(new Tables.Heading("Age", "date", "", about, 0),
                    (object, _) -> value(object, CREATED, "date")));
        }
        return columns;
    }

    private static JsonNode value(ObjectNode object, String path, String type) {
        var found = JsonPath.find(object, path);
        if (found.isEmpty()) {
            return Json.NODES.nullNode();
        }
        var first = found.getFirst();
        return switch (type) {
            case "integer" -> first.isIntegralNumber() ? first : Json.NODES.nullNode();
            case "number" -> first.isNumber() ? first : Json.NODES.nullNode();
            case "boolean" -> first.isBoolean() ? first : Json.NODES.nullNode();
            default -> Json.NODES.textNode(first.isContainerNode() ? first.toString()
                    : String.join(",", found.stream().map(JsonNode::asText).toList()));
        };
    }
}
