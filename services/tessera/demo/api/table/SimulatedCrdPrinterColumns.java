package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The printer columns of a CustomResourceDefinition. */
final class SimulatedCrdPrinterColumns {

    private static final String CREATED = ".metadata.creationTimestamp";

    private SimulatedCrdPrinterColumns() {}

    record CrdPrinterColumn(SimulatedTableResponseWriter.ColumnHeading heading, SimulatedTableCellFunction cell) {}

    static List<CrdPrinterColumn> readColumns(JsonNode printerColumns) {
        var columns = new ArrayList<CrdPrinterColumn>();
        for (var column : printerColumns) {
            var path = SimulatedStoreJsonCodec.textAt(column, "jsonPath");
            var about = "Custom resource definition column (in JSONPath format): " + path;
            var type = SimulatedStoreJsonCodec.textAt(column, "type");
            columns.add(new CrdPrinterColumn(
                    new SimulatedTableResponseWriter.ColumnHeading(SimulatedStoreJsonCodec.textAt(column, "name"), type,
                            SimulatedStoreJsonCodec.textAt(column, "format"),
                            column.path("description").asText(about), column.path("priority").asInt()),
                    (object, _) -> columnValue(object, path, type)));
        }
        if (columns.isEmpty()) {
            var about = "Custom resource definition column (in JSONPath format): " + CREATED;
            columns.add(
                    new CrdPrinterColumn(new SimulatedTableResponseWriter.ColumnHeading("Age", "date", "", about, 0),
                            (object, _) -> columnValue(object, CREATED, "date")));
        }
        return columns;
    }

    private static JsonNode columnValue(ObjectNode object, String path, String type) {
        var found = SimulatedPrinterColumnJsonPath.findNodes(object, path);
        if (found.isEmpty()) {
            return SimulatedStoreJsonCodec.NODES.nullNode();
        }
        var first = found.getFirst();
        return switch (type) {
            case "integer" -> first.isIntegralNumber() ? first : SimulatedStoreJsonCodec.NODES.nullNode();
            case "number" -> first.isNumber() ? first : SimulatedStoreJsonCodec.NODES.nullNode();
            case "boolean" -> first.isBoolean() ? first : SimulatedStoreJsonCodec.NODES.nullNode();
            default -> SimulatedStoreJsonCodec.NODES.textNode(first.isContainerNode() ? first.toString()
                    : String.join(",", found.stream().map(JsonNode::asText).toList()));
        };
    }
}
