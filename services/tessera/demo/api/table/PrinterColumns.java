package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.StoreJson;

/** The printer columns of a CustomResourceDefinition. */
final class PrinterColumns {

    private static final String CREATED = ".metadata.creationTimestamp";

    private PrinterColumns() {}

    record CustomColumn(TableWriter.ColumnHeading heading, TableCell cell) {}

    static List<CustomColumn> readColumns(JsonNode printerColumns) {
        var columns = new ArrayList<CustomColumn>();
        for (var column : printerColumns) {
            var path = StoreJson.textAt(column, "jsonPath");
            var about = "Custom resource definition column (in JSONPath format): " + path;
            var type = StoreJson.textAt(column, "type");
            columns.add(new CustomColumn(
                    new TableWriter.ColumnHeading(StoreJson.textAt(column, "name"), type,
                            StoreJson.textAt(column, "format"),
                            column.path("description").asText(about), column.path("priority").asInt()),
                    (object, _) -> columnValue(object, path, type)));
        }
        if (columns.isEmpty()) {
            var about = "Custom resource definition column (in JSONPath format): " + CREATED;
            columns.add(new CustomColumn(new TableWriter.ColumnHeading("Age", "date", "", about, 0),
                    (object, _) -> columnValue(object, CREATED, "date")));
        }
        return columns;
    }

    private static JsonNode columnValue(ObjectNode object, String path, String type) {
        var found = JsonPath.findNodes(object, path);
        if (found.isEmpty()) {
            return StoreJson.NODES.nullNode();
        }
        var first = found.getFirst();
        return switch (type) {
            case "integer" -> first.isIntegralNumber() ? first : StoreJson.NODES.nullNode();
            case "number" -> first.isNumber() ? first : StoreJson.NODES.nullNode();
            case "boolean" -> first.isBoolean() ? first : StoreJson.NODES.nullNode();
            default -> StoreJson.NODES.textNode(first.isContainerNode() ? first.toString()
                    : String.join(",", found.stream().map(JsonNode::asText).toList()));
        };
    }
}
