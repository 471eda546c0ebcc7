package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiVersionConverter;

/** Writer of server-side tables: columns by resource, one row per object. */
public final class SimulatedTableResponseWriter {

    private static final String API_VERSION = "meta.k8s.io/v1";
    private static final JsonNode DESCRIBED = readDefinitions();

    private static final String NAME = "The name, unique in its namespace";

    private final List<TableResponseColumn> columns;

    /** The part of the object that a row includes beside its cells. */
    public enum IncludedObjectPart {
        NOTHING,
        METADATA,
        OBJECT
    }

    private record TableResponseColumn(ObjectNode definition, SimulatedTableCellFunction cell) {}

    private SimulatedTableResponseWriter(List<TableResponseColumn> columns) {
        this.columns = columns;
    }

    /**
     * Returns the table writer of a resource.
     *
     * @param printerColumns what a custom resource is told to show; empty for what is built in
     */
    public static SimulatedTableResponseWriter of(SimulatedResourceType type, JsonNode printerColumns) {
        var columns = new ArrayList<TableResponseColumn>();
        if (!type.tableKey().equals("/events")) {
            columns.add(
                    newColumn(SimulatedTableCellExpressionParser.parseCell("name"),
                            new ColumnHeading("Name", "string", "name", NAME, 0)));
        }
        if (type.traits().isCustom()) {
            SimulatedCrdPrinterColumns.readColumns(printerColumns)
                    .forEach(custom -> columns.add(newColumn(custom.cell(), custom.heading())));
        } else {
            columnDefinitions(type).forEach(column -> columns.add(builtInColumn(column)));
        }
        return new SimulatedTableResponseWriter(columns);
    }

    /** The heading of a column: name, type, format, description and priority. */
    record ColumnHeading(String name, String type, String format, String description, int priority) {}

    private static JsonNode columnDefinitions(SimulatedResourceType type) {
        var described = DESCRIBED.path(type.qualifiedName());
        described = described.isTextual() ? DESCRIBED.path(described.asText()) : described;
        return described.isMissingNode() ? DESCRIBED.path("created") : described;
    }

    private static TableResponseColumn builtInColumn(JsonNode described) {
        var name = described.path("name").asText();
        var text = described.path("cell").asText();
        String type;
        if (text.startsWith("number ") || text.startsWith("size ")) {
            type = "integer";
        } else if (text.startsWith("flag ")) {
            type = "boolean";
        } else {
            type = "string";
        }
        return newColumn(SimulatedTableCellExpressionParser.parseCell(text),
                new ColumnHeading(name, described.path("type").asText(type),
                        described.path("format").asText(""), described.path("description").asText(name),
                        described.path("priority").asInt()));
    }

    private static TableResponseColumn newColumn(SimulatedTableCellFunction cell, ColumnHeading heading) {
        var definition = SimulatedStoreJsonCodec.newObject().put("name", heading.name()).put("type", heading.type())
                .put("format", heading.format()).put("description", heading.description())
                .put("priority", heading.priority());
        return new TableResponseColumn(definition, cell);
    }

    /**
     * Returns the objects as a table.
     *
     * @param metadata of the list, or of the only object
     */
    public ObjectNode writeTable(SimulatedResourceType type, ObjectNode metadata, List<ObjectNode> objects,
            TableResponseOptions content) {
        var table = tableHead(metadata, content);
        var rows = table.putArray("rows");
        objects.forEach(object -> rows.add(rowOf(type, object, content)));
        return table;
    }

    /** Returns a table without rows. */
    public ObjectNode tableHead(ObjectNode metadata, TableResponseOptions content) {
        var table = SimulatedStoreJsonCodec.newObject().put("kind", "Table").put("apiVersion", API_VERSION);
        table.set("metadata", metadata);
        if (content.withHeaders()) {
            table.set("columnDefinitions", headerDefinitions());
        } else {
            table.putNull("columnDefinitions");
        }
        return table;
    }

    /**
     * Options of a table: included objects, headers and the current time.
     *
     * @param withHeaders whether the columns are described
     * @param now    the moment that ages count from
     */
    public record TableResponseOptions(IncludedObjectPart include, boolean withHeaders, Instant now) {}

    private ArrayNode headerDefinitions() {
        var definitions = SimulatedStoreJsonCodec.NODES.arrayNode();
        columns.forEach(column -> definitions.add(column.definition()));
        return definitions;
    }

    /** Returns the row of one object. */
    public ObjectNode rowOf(SimulatedResourceType type, ObjectNode object, TableResponseOptions content) {
        var row = SimulatedStoreJsonCodec.newObject();
        var cells = row.putArray("cells");
        columns.forEach(column -> cells.add(column.cell().valueOf(object, content.now())));
        switch (content.include()) {
            case NOTHING -> row.putNull("object");
            case METADATA -> row.set("object", partialMetadata(object));
            case OBJECT -> row.set("object", SimulatedApiVersionConverter.toView(type, object));
        }
        return row;
    }

    /** Returns an object reduced to its metadata. */
    public static ObjectNode partialMetadata(ObjectNode object) {
        var partial = SimulatedStoreJsonCodec.newObject().put("kind", "PartialObjectMetadata").put("apiVersion",
                API_VERSION);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    private static JsonNode readDefinitions() {
        try (var in = SimulatedTableResponseWriter.class.getResourceAsStream("tables.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The printer columns of a CustomResourceDefinition. */
    private static final class SimulatedCrdPrinterColumns {

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
                        new SimulatedTableResponseWriter.ColumnHeading(SimulatedStoreJsonCodec.textAt(column, "name"),
                                type,
                                SimulatedStoreJsonCodec.textAt(column, "format"),
                                column.path("description").asText(about), column.path("priority").asInt()),
                        (object, _) -> columnValue(object, path, type)));
            }
            if (columns.isEmpty()) {
                var about = "Custom resource definition column (in JSONPath format): " + CREATED;
                columns.add(
                        new CrdPrinterColumn(
                                new SimulatedTableResponseWriter.ColumnHeading("Age", "date", "", about, 0),
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

    /** The JSONPath subset that printer columns use: fields, quoted fields, indices, {@code [*]} and equality filters. */
    private static final class SimulatedPrinterColumnJsonPath {

        private static final Pattern STEP = Pattern.compile(
                """
                        \\.((?:[^.\\[\\\\]|\\\\.)++)|\\['([^']+)'\\]|\\[(\\d+|\\*)\\]|\\[\\?\\(@\\.(\\w+)==["']([^"']*)["']\\)\\]""");

        private SimulatedPrinterColumnJsonPath() {}

        static List<JsonNode> findNodes(JsonNode object, String path) {
            List<JsonNode> nodes = List.of(object);
            var steps = STEP.matcher(path);
            while (steps.find()) {
                var next = new ArrayList<JsonNode>();
                for (var node : nodes) {
                    if (steps.group(1) != null) {
                        next.add(node.path(steps.group(1).replace("\\.", ".")));
                    } else if (steps.group(2) != null) {
                        next.add(node.path(steps.group(2)));
                    } else if (steps.group(3) != null && !steps.group(3).equals("*")) {
                        next.add(node.path(Integer.parseInt(steps.group(3))));
                    } else {
                        node.forEach(item -> {
                            if (steps.group(4) == null
                                    || SimulatedStoreJsonCodec.textAt(item, steps.group(4)).equals(steps.group(5))) {
                                next.add(item);
                            }
                        });
                    }
                }
                nodes = next.stream().filter(node -> !node.isMissingNode() && !node.isNull()).toList();
            }
            return nodes;
        }
    }
}
