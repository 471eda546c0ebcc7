package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.table.TableWriter;
import tessera.demo.api.wire.ResponseFormat;
import tessera.demo.api.wire.ResponseFormat.BodyFormat;
import tessera.demo.api.wire.ResponseFormat.ObjectForm;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.VersionedViews;

/** Writer of list responses as objects, metadata or tables. The usual ones go out object by object, so that a large list is never a large tree. */
final class ListWriter {

    private static final String META = "meta.k8s.io/v1";

    private final ApiCall call;
    private final ResourceType type;

    private ListWriter(ApiCall call, ResourceType type) {
        this.call = call;
        this.type = type;
    }

    static void writeList(ApiCall call, ResourceType type, ListPage page) throws IOException, ApiError {
        var representation = call.responseFormat();
        var writer = new ListWriter(call, type);
        if (representation.format() == BodyFormat.YAML || representation.pretty()) {
            ResponseWriter.writeTree(call, 200, writer.listTree(page, representation));
            return;
        }
        try (var out = call.exchange().open(200, HeaderFields.of("Content-Type", BodyFormat.JSON.mediaType()), true)) {
            writer.streamList(page, representation.form(), out);
        }
    }

    private ObjectNode listHead(ListPage page, ObjectForm form) {
        boolean custom = type.traits().isCustom();
        return switch (form) {
            case OBJECT -> StoreJson.newObject().put("kind", type.listKind()).put("apiVersion", type.apiVersion())
                    .set("metadata", page.metadata(custom));
            case METADATA -> StoreJson.newObject().put("kind", "PartialObjectMetadataList").put("apiVersion", META)
                    .set("metadata", page.metadata(false));
            case TABLE -> tableWriter().tableHead(page.metadata(false), ResponseWriter.tableContent(call));
        };
    }

    private TableWriter tableWriter() {
        return call.context().tables().writerFor(type);
    }

    private void streamList(ListPage page, ObjectForm form, OutputStream out) throws IOException {
        var head = StoreJson.toBytes(listHead(page, form));
        out.write(head, 0, head.length - 1);
        out.write(asciiBytes(form == ObjectForm.TABLE ? ",\"rows\":[" : ",\"items\":["));
        boolean first = true;
        var content = ResponseWriter.tableContent(call);
        for (var object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            switch (form) {
                case OBJECT -> writeItem(object, out);
                case METADATA -> writeMetadata(object, out);
                case TABLE -> out.write(StoreJson.toBytes(tableWriter().rowOf(type, object.toTree(), content)));
            }
        }
        out.write(asciiBytes("]}\n"));
    }

    private void writeItem(StoredObject object, OutputStream out) throws IOException {
        if (!VersionedViews.isStoredForm(type)) {
            out.write(StoreJson.toBytes(itemTree(object)));
            return;
        }
        out.write('{');
        if (type.traits().isCustom()) {
            out.write(asciiBytes("\"apiVersion\":\"" + type.apiVersion() + "\",\"kind\":\"" + type.kind() + "\","));
        }
        object.writeFields(out);
    }

    static void writeMetadata(StoredObject object, OutputStream out) throws IOException {
        out.write(asciiBytes("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + META + "\","));
        object.writeMetadata(out);
    }

    private ObjectNode listTree(ListPage page, ResponseFormat representation) {
        var tree = listHead(page, representation.form());
        var items = tree.putArray(representation.form() == ObjectForm.TABLE ? "rows" : "items");
        for (var object : page.objects()) {
            items.add(switch (representation.form()) {
                case OBJECT -> itemTree(object);
                case METADATA -> TableWriter.partialMetadata(object.toTree());
                case TABLE -> tableWriter().rowOf(type, object.toTree(), ResponseWriter.tableContent(call));
            });
        }
        return tree;
    }

    /** Returns one item as a tree; items of built-in lists have no kind and apiVersion. */
    private ObjectNode itemTree(StoredObject object) {
        var tree = VersionedViews.fullView(type, object);
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
