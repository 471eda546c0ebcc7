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
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.VersionedViews;

/** Makes tables of objects: columns by resource, one row an object. */
public final class TableWriter {

    private static final String API_VERSION = "meta.k8s.io/v1";
    private static final JsonNode DESCRIBED = read();

    private static final String NAME = "The name, unique in its namespace";

    private final List<TableColumn> columns;

    /** What a row carries beside its cells. */
    public enum Include {
        NOTHING,
        METADATA,
        OBJECT
    }

    private record TableColumn(ObjectNode definition, TableCell cell) {}

    private TableWriter(List<TableColumn> columns) {
        this.columns = columns;
    }

    /**
     * The tables of a resource.
     *
     * @param printerColumns what a custom resource is told to show; empty for what is built in
     */
    public static TableWriter of(ResourceType type, JsonNode printerColumns) {
        var columns = new ArrayList<TableColumn>();
        if (!type.shelf().equals("/events")) {
            columns.add(column(TableCellReader.parse("name"), new ColumnHeading("Name", "string", "name", NAME, 0)));
        }
        if (type.traits().custom()) {
            CustomColumns.read(printerColumns).forEach(custom -> columns.add(column(custom.cell(), custom.heading())));
        } else {
            described(type).forEach(column -> columns.add(builtIn(column)));
        }
        return new TableWriter(columns);
    }

    /** What a column is called, and what it holds. */
    record ColumnHeading(String name, String type, String format, String description, int priority) {}

    private static JsonNode described(ResourceType type) {
        var described = DESCRIBED.path(type.qualified());
        described = described.isTextual() ? DESCRIBED.path(described.asText()) : described;
        return described.isMissingNode() ? DESCRIBED.path("created") : described;
    }

    private static TableColumn builtIn(JsonNode described) {
        var name = described.path("name").asText();
        var words = described.path("cell").asText();
        var type = words.startsWith("number ") || words.startsWith("size ") ? "integer"
                : words.startsWith("flag ") ? "boolean" : "string";
        return column(TableCellReader.parse(words), new ColumnHeading(name, described.path("type").asText(type),
                described.path("format").asText(""), described.path("description").asText(name),
                described.path("priority").asInt()));
    }

    private static TableColumn column(TableCell cell, ColumnHeading heading) {
        var definition = StoreJson.object().put("name", heading.name()).put("type", heading.type())
                .put("format", heading.format()).put("description", heading.description())
                .put("priority", heading.priority());
        return new TableColumn(definition, cell);
    }

    /**
     * A table of objects.
     *
     * @param metadata of the list, or of the only object
     */
    public ObjectNode table(ResourceType type, ObjectNode metadata, List<ObjectNode> objects, TableContent content) {
        var table = head(metadata, content);
        var rows = table.putArray("rows");
        objects.forEach(object -> rows.add(row(type, object, content)));
        return table;
    }

    /** A table without its rows. */
    public ObjectNode head(ObjectNode metadata, TableContent content) {
        var table = StoreJson.object().put("kind", "Table").put("apiVersion", API_VERSION);
        table.set("metadata", metadata);
        if (content.headed()) {
            table.set("columnDefinitions", definitions());
        } else {
            table.putNull("columnDefinitions");
        }
        return table;
    }

    /**
     * What a table is to hold.
     *
     * @param headed whether the columns are described
     * @param now    the moment that ages count from
     */
    public record TableContent(Include include, boolean headed, Instant now) {}

    private ArrayNode definitions() {
        var definitions = StoreJson.NODES.arrayNode();
        columns.forEach(column -> definitions.add(column.definition()));
        return definitions;
    }

    /** The row of one object. */
    public ObjectNode row(ResourceType type, ObjectNode object, TableContent content) {
        var row = StoreJson.object();
        var cells = row.putArray("cells");
        columns.forEach(column -> cells.add(column.cell().of(object, content.now())));
        switch (content.include()) {
            case NOTHING -> row.putNull("object");
            case METADATA -> row.set("object", partial(object));
            case OBJECT -> row.set("object", VersionedViews.shown(type, object));
        }
        return row;
    }

    /** An object reduced to its metadata. */
    public static ObjectNode partial(ObjectNode object) {
        var partial = StoreJson.object().put("kind", "PartialObjectMetadata").put("apiVersion", API_VERSION);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    private static JsonNode read() {
        try (var in = TableWriter.class.getResourceAsStream("tables.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
