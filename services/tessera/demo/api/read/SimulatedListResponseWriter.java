package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.api.wire.SimulatedResponseFormat.BodyFormat;
import tessera.demo.api.wire.SimulatedResponseFormat.ObjectRepresentation;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiVersionConverter;

/** Writer of list responses as objects, metadata or tables. The usual ones go out object by object, so that a large list is never a large tree. */
final class SimulatedListResponseWriter {

    private static final String META = "meta.k8s.io/v1";

    private final SimulatedAuthenticatedRequest call;
    private final SimulatedResourceType type;

    private SimulatedListResponseWriter(SimulatedAuthenticatedRequest call, SimulatedResourceType type) {
        this.call = call;
        this.type = type;
    }

    static void writeList(SimulatedAuthenticatedRequest call, SimulatedResourceType type, SimulatedListPage page)
            throws IOException, SimulatedApiException {
        var representation = call.responseFormat();
        var writer = new SimulatedListResponseWriter(call, type);
        if (representation.format() == BodyFormat.YAML || representation.pretty()) {
            SimulatedApiResponseWriter.writeTree(call, 200, writer.listTree(page, representation));
            return;
        }
        try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", BodyFormat.JSON.mediaType()),
                true)) {
            writer.streamList(page, representation.objectRepresentation(), out);
        }
    }

    private ObjectNode listHead(SimulatedListPage page, ObjectRepresentation objectRepresentation) {
        boolean custom = type.traits().isCustom();
        return switch (objectRepresentation) {
            case OBJECT ->
                SimulatedStoreJsonCodec.newObject().put("kind", type.listKind()).put("apiVersion", type.apiVersion())
                        .set("metadata", page.metadata(custom));
            case METADATA ->
                SimulatedStoreJsonCodec.newObject().put("kind", "PartialObjectMetadataList").put("apiVersion", META)
                        .set("metadata", page.metadata(false));
            case TABLE -> tableWriter().tableHead(page.metadata(false), SimulatedApiResponseWriter.tableContent(call));
        };
    }

    private SimulatedTableResponseWriter tableWriter() {
        return call.context().tables().writerFor(type);
    }

    private void streamList(SimulatedListPage page, ObjectRepresentation objectRepresentation, OutputStream out)
            throws IOException {
        var head = SimulatedStoreJsonCodec.toBytes(listHead(page, objectRepresentation));
        out.write(head, 0, head.length - 1);
        out.write(asciiBytes(objectRepresentation == ObjectRepresentation.TABLE ? ",\"rows\":[" : ",\"items\":["));
        boolean first = true;
        var content = SimulatedApiResponseWriter.tableContent(call);
        for (var object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            switch (objectRepresentation) {
                case OBJECT -> writeItem(object, out);
                case METADATA -> writeMetadata(object, out);
                case TABLE ->
                    out.write(SimulatedStoreJsonCodec.toBytes(tableWriter().rowOf(type, object.toTree(), content)));
            }
        }
        out.write(asciiBytes("]}\n"));
    }

    private void writeItem(SimulatedStoredObject object, OutputStream out) throws IOException {
        if (!SimulatedApiVersionConverter.isStoredForm(type)) {
            out.write(SimulatedStoreJsonCodec.toBytes(itemTree(object)));
            return;
        }
        out.write('{');
        if (type.traits().isCustom()) {
            out.write(asciiBytes("\"apiVersion\":\"" + type.apiVersion() + "\",\"kind\":\"" + type.kind() + "\","));
        }
        object.writeFields(out);
    }

    static void writeMetadata(SimulatedStoredObject object, OutputStream out) throws IOException {
        out.write(asciiBytes("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + META + "\","));
        object.writeMetadata(out);
    }

    private ObjectNode listTree(SimulatedListPage page, SimulatedResponseFormat representation) {
        var tree = listHead(page, representation.objectRepresentation());
        var items = tree
                .putArray(representation.objectRepresentation() == ObjectRepresentation.TABLE ? "rows" : "items");
        for (var object : page.objects()) {
            items.add(switch (representation.objectRepresentation()) {
                case OBJECT -> itemTree(object);
                case METADATA -> SimulatedTableResponseWriter.partialMetadata(object.toTree());
                case TABLE -> tableWriter().rowOf(type, object.toTree(), SimulatedApiResponseWriter.tableContent(call));
            });
        }
        return tree;
    }

    /** Returns one item as a tree; items of built-in lists have no kind and apiVersion. */
    private ObjectNode itemTree(SimulatedStoredObject object) {
        var tree = SimulatedApiVersionConverter.fullView(type, object);
        if (!type.traits().isCustom()) {
            tree.remove("kind");
            tree.remove("apiVersion");
        }
        return tree;
    }

    private static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
