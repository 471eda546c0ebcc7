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

/** Writes lists. The usual ones go out object by object, so that a large list is never a large tree. */
final class ListWriter {

    private static final String META = "meta.k8s.io/v1";

    private final ApiCall call;
    private final ResourceType type;

    private ListWriter(ApiCall call, ResourceType type) {
        this.call = call;
        this.type = type;
    }

    static void write(ApiCall call, ResourceType type, ListPage page) throws IOException, ApiError {
        var representation = call.representation();
        var writer = new ListWriter(call, type);
        if (representation.format() == BodyFormat.YAML || representation.pretty()) {
            ResponseWriter.tree(call, 200, writer.tree(page, representation));
            return;
        }
        try (var out = call.exchange().open(200, HeaderFields.of("Content-Type", BodyFormat.JSON.mediaType()), true)) {
            writer.stream(page, representation.form(), out);
        }
    }

    private ObjectNode head(ListPage page, ObjectForm form) {
        boolean custom = type.traits().custom();
        return switch (form) {
            case OBJECT -> StoreJson.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion())
                    .set("metadata", page.metadata(custom));
            case METADATA -> StoreJson.object().put("kind", "PartialObjectMetadataList").put("apiVersion", META)
                    .set("metadata", page.metadata(false));
            case TABLE -> tables().head(page.metadata(false), ResponseWriter.content(call));
        };
    }

    private TableWriter tables() {
        return call.site().tables().of(type);
    }

    private void stream(ListPage page, ObjectForm form, OutputStream out) throws IOException {
        var head = StoreJson.bytes(head(page, form));
        out.write(head, 0, head.length - 1);
        out.write(ascii(form == ObjectForm.TABLE ? ",\"rows\":[" : ",\"items\":["));
        boolean first = true;
        var content = ResponseWriter.content(call);
        for (var object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            switch (form) {
                case OBJECT -> item(object, out);
                case METADATA -> metadata(object, out);
                case TABLE -> out.write(StoreJson.bytes(tables().row(type, object.tree(), content)));
            }
        }
        out.write(ascii("]}\n"));
    }

    private void item(StoredObject object, OutputStream out) throws IOException {
        if (!VersionedViews.direct(type)) {
            out.write(StoreJson.bytes(itemTree(object)));
            return;
        }
        out.write('{');
        if (type.traits().custom()) {
            out.write(ascii("\"apiVersion\":\"" + type.apiVersion() + "\",\"kind\":\"" + type.kind() + "\","));
        }
        object.writeFields(out);
    }

    static void metadata(StoredObject object, OutputStream out) throws IOException {
        out.write(ascii("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + META + "\","));
        object.writeMetadata(out);
    }

    private ObjectNode tree(ListPage page, ResponseFormat representation) {
        var tree = head(page, representation.form());
        var items = tree.putArray(representation.form() == ObjectForm.TABLE ? "rows" : "items");
        for (var object : page.objects()) {
            items.add(switch (representation.form()) {
                case OBJECT -> itemTree(object);
                case METADATA -> TableWriter.partial(object.tree());
                case TABLE -> tables().row(type, object.tree(), ResponseWriter.content(call));
            });
        }
        return tree;
    }

    /** Items of built-in lists do not say what they are. */
    private ObjectNode itemTree(StoredObject object) {
        var tree = VersionedViews.full(type, object);
        if (!type.traits().custom()) {
            tree.remove("kind");
            tree.remove("apiVersion");
        }
        return tree;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
