package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.api.table.Tables;
import tessera.demo.api.wire.Representation;
import tessera.demo.api.wire.Representation.Form;
import tessera.demo.api.wire.Representation.Format;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.Views;

/** Writes lists. The usual ones go out object by object, so that a large list is never a large tree. */
final class ListWriter {

    private static final String META = "meta.k8s.io/v1";

    private final Call call;
    private final ResourceType type;

    private ListWriter(Call call, ResourceType type) {
        this.call = call;
        this.type = type;
    }

    static void write(Call call, ResourceType type, Page page) throws IOException, ApiError {
        var representation = call.representation();
        var writer = new ListWriter(call, type);
        if (representation.format() == Format.YAML || representation.pretty()) {
            Answers.tree(call, 200, writer.tree(page, representation));
            return;
        }
        try (var out = call.exchange().open(200, Headers.of("Content-Type", Format.JSON.mediaType()), true)) {
            writer.stream(page, representation.form(), out);
        }
    }

    private ObjectNode head(Page page, Form form) {
        boolean custom = type.traits().custom();
        return switch (form) {
            case OBJECT -> Json.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion())
                    .set("metadata", page.metadata(custom));
            case METADATA -> Json.object().put("kind", "PartialObjectMetadataList").put("apiVersion", META)
                    .set("metadata", page.metadata(false));
            case TABLE -> tables().head(page.metadata(false), Answers.content(call));
        };
    }

    private Tables tables() {
        return call.site().tables().of(type);
    }

    private void stream(Page page, Form form, OutputStream out) throws IOException {
        var head = Json.bytes(head(page, form));
        out.write(head, 0, head.length - 1);
        out.write(ascii(form == Form.TABLE ? ",\"rows\":[" : ",\"items\":["));
        boolean first = true;
        var content = Answers.content(call);
        for (var object : page.objects()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            switch (form) {
                case OBJECT -> item(object, out);
                case METADATA -> metadata(object, out);
                case TABLE -> out.write(Json.bytes(tables().row(type, object.tree(), content)));
            }
        }
        out.write(ascii("]}\n"));
    }

    private void item(StoredObject object, OutputStream out) throws IOException {
        if (!Views.direct(type)) {
            out.write(Json.bytes(itemTree(object)));
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

    private ObjectNode tree(Page page, Representation representation) {
        var tree = head(page, representation.form());
        var items = tree.putArray(representation.form() == Form.TABLE ? "rows" : "items");
        for (var object : page.objects()) {
            items.add(switch (representation.form()) {
                case OBJECT -> itemTree(object);
                case METADATA -> Tables.partial(object.tree());
                case TABLE -> tables().row(type, object.tree(), Answers.content(call));
            });
        }
        return tree;
    }

    /** Items of built-in lists do not say what they are. */
    private ObjectNode itemTree(StoredObject object) {
        var tree = Views.full(type, object);
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
