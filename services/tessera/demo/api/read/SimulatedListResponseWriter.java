package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;

/** Writer of list responses as objects, metadata or tables. The usual ones go out object by object, so that a large list is never a large tree. */
final class SimulatedListResponseWriter {

    private static final String META = "meta.k8s.io/v1";

    private final SimulatedResourceType type;
    private final SimulatedTableResponseWriter table;

    private SimulatedListResponseWriter(SimulatedAuthenticatedRequest call, SimulatedResourceType type) {
        this.type = type;
        this.table = SimulatedApiResponseWriter.tableWriter(call, type);
    }

    static void writeList(SimulatedAuthenticatedRequest call, SimulatedResourceType type, SimulatedListPage page)
            throws IOException, SimulatedApiException {
        var format = call.responseFormat();
        try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), true)) {
            new SimulatedListResponseWriter(call, type).streamList(page, format, out);
        }
    }

    private ObjectNode listHead(SimulatedListPage page, SimulatedResponseFormat format) {
        boolean custom = type.traits().isCustom();
        return switch (format) {
            case OBJECT ->
                SimulatedStoreJsonCodec.newObject().put("kind", type.listKind()).put("apiVersion", type.apiVersion())
                        .set("metadata", page.metadata(custom));
            case METADATA ->
                SimulatedStoreJsonCodec.newObject().put("kind", "PartialObjectMetadataList").put("apiVersion", META)
                        .set("metadata", page.metadata(false));
            case TABLE -> table.tableHead(page.metadata(false), true);
        };
    }

    private void streamList(SimulatedListPage page, SimulatedResponseFormat format, OutputStream out)
            throws IOException {
        var head = SimulatedStoreJsonCodec.toBytes(listHead(page, format));
        out.write(head, 0, head.length - 1);
        out.write(asciiBytes(format == SimulatedResponseFormat.TABLE ? ",\"rows\":[" : ",\"items\":["));
        boolean first = true;
        for (var object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            switch (format) {
                case OBJECT -> writeItem(object, out);
                case METADATA -> writeMetadata(object, out);
                case TABLE -> out.write(SimulatedStoreJsonCodec.toBytes(table.rowOf(object.toTree())));
            }
        }
        out.write(asciiBytes("]}\n"));
    }

    /** Writes one item; those of built-in lists have no kind and apiVersion. */
    private void writeItem(SimulatedStoredObject object, OutputStream out) throws IOException {
        out.write('{');
        if (type.traits().isCustom()) {
            out.write(asciiBytes("\"apiVersion\":\"" + type.apiVersion() + "\",\"kind\":\"" + type.kind() + "\","));
        }
        type.writeFields(object, out);
    }

    static void writeMetadata(SimulatedStoredObject object, OutputStream out) throws IOException {
        out.write(asciiBytes("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + META + "\","));
        object.writeMetadata(out);
    }

    private static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
