package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Writer of server-side tables: columns by resource, one row per object. */
public final class SimulatedTableResponseWriter {

    private static final Pattern STEP = Pattern.compile(
            """
                    \\.((?:[^.\\[\\\\]|\\\\.)++)|\\['([^']+)'\\]|\\[(\\d+|\\*)\\]|\\[\\?\\(@\\.(\\w+)==["']([^"']*)["']\\)\\]""");
    private static final String API_VERSION = "meta.k8s.io/v1";
    private static final String CREATED = ".metadata.creationTimestamp";
    private static final JsonNode DESCRIBED = SimulatedStoreJsonCodec
            .readResourceTree(SimulatedTableResponseWriter.class, "tables.json");

    private final SimulatedResourceType type;
    private final IncludedObjectPart includedPart;
    private final Instant now;
    private final List<TableResponseColumn> columns = new ArrayList<>();

    /** The part of the object that a row includes beside its cells. */
    public enum IncludedObjectPart {
        NOTHING,
        METADATA,
        OBJECT
    }

    private record TableResponseColumn(ObjectNode definition, Function<ObjectNode, JsonNode> cell) {}

    /**
     * @param printerColumns what a custom resource is told to show; empty for what is built in
     * @param now            the moment that ages count from
     */
    public SimulatedTableResponseWriter(SimulatedResourceType type, JsonNode printerColumns,
            IncludedObjectPart includedPart, Instant now) {
        this.type = type;
        this.includedPart = includedPart;
        this.now = now;
        if (!type.tableKey().equals("/events")) {
            addBuiltInColumn(SimulatedStoreJsonCodec.newObject().put("name", "Name").put("cell", "name")
                    .put("format", "name").put("description", "The name, unique in its namespace"));
        }
        if (!type.traits().isCustom()) {
            builtInColumns().forEach(this::addBuiltInColumn);
        } else if (printerColumns.isEmpty()) {
            addPrinterColumn(SimulatedStoreJsonCodec.newObject().put("name", "Age").put("type", "date").put("jsonPath",
                    CREATED));
        } else {
            printerColumns.forEach(this::addPrinterColumn);
        }
    }

    private JsonNode builtInColumns() {
        var described = DESCRIBED.path(type.qualifiedName());
        described = described.isTextual() ? DESCRIBED.path(described.asText()) : described;
        return described.isMissingNode() ? DESCRIBED.path("created") : described;
    }

    private void addBuiltInColumn(JsonNode described) {
        var cell = SimulatedTableCell.parse(described.path("cell").asText());
        var name = described.path("name").asText();
        addColumn(described, described.path("type").asText(cell.columnType()),
                described.path("description").asText(name), object -> cell.valueOf(object, now));
    }

    private void addPrinterColumn(JsonNode column) {
        var path = SimulatedStoreJsonCodec.textAt(column, "jsonPath");
        var columnType = SimulatedStoreJsonCodec.textAt(column, "type");
        addColumn(column, columnType,
                column.path("description").asText("Custom resource definition column (in JSONPath format): " + path),
                object -> printerColumnValue(findNodes(object, path), columnType));
    }

    private void addColumn(JsonNode described, String columnType, String description,
            Function<ObjectNode, JsonNode> cell) {
        var definition = SimulatedStoreJsonCodec.newObject().put("name", described.path("name").asText())
                .put("type", columnType).put("format", described.path("format").asText(""))
                .put("description", description).put("priority", described.path("priority").asInt());
        columns.add(new TableResponseColumn(definition, cell));
    }

    private static JsonNode printerColumnValue(List<JsonNode> found, String columnType) {
        if (found.isEmpty()) {
            return NullNode.getInstance();
        }
        var first = found.getFirst();
        return switch (columnType) {
            case "integer" -> first.isIntegralNumber() ? first : NullNode.getInstance();
            case "number" -> first.isNumber() ? first : NullNode.getInstance();
            case "boolean" -> first.isBoolean() ? first : NullNode.getInstance();
            default -> TextNode.valueOf(first.isContainerNode() ? first.toString()
                    : String.join(",", found.stream().map(JsonNode::asText).toList()));
        };
    }

    /** Returns one object as a table. */
    public ObjectNode tableOf(ObjectNode object, boolean withHeaders) {
        var metadata = SimulatedStoreJsonCodec.newObject();
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        var table = tableHead(metadata, withHeaders);
        table.putArray("rows").add(rowOf(object));
        return table;
    }

    /**
     * Returns a table without rows.
     *
     * @param metadata    of the list, or of the only object
     * @param withHeaders whether the columns are described
     */
    public ObjectNode tableHead(ObjectNode metadata, boolean withHeaders) {
        var table = SimulatedStoreJsonCodec.newObject().put("kind", "Table").put("apiVersion", API_VERSION);
        table.set("metadata", metadata);
        if (withHeaders) {
            var definitions = table.putArray("columnDefinitions");
            columns.forEach(column -> definitions.add(column.definition()));
        } else {
            table.putNull("columnDefinitions");
        }
        return table;
    }

    /** Returns the row of one object. */
    public ObjectNode rowOf(ObjectNode object) {
        var row = SimulatedStoreJsonCodec.newObject();
        var cells = row.putArray("cells");
        columns.forEach(column -> cells.add(column.cell().apply(object)));
        return switch (includedPart) {
            case NOTHING -> row.putNull("object");
            case METADATA -> row.set("object", partialMetadata(object));
            case OBJECT -> row.set("object", type.fullView(object));
        };
    }

    /** Returns an object reduced to its metadata. */
    public static ObjectNode partialMetadata(ObjectNode object) {
        return SimulatedStoreJsonCodec.newObject().put("kind", "PartialObjectMetadata").put("apiVersion", API_VERSION)
                .set("metadata", object.path("metadata"));
    }

    private static List<JsonNode> findNodes(JsonNode object, String path) {
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
