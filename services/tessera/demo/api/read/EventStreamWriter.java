package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.table.TableWriter;
import tessera.demo.api.wire.ResponseFormat.ObjectForm;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.VersionedViews;

/** Writes the events of one watch, in the form its client asked for. */
final class EventStreamWriter {

    private final ApiCall call;
    private final ResourceType type;
    private final ObjectForm form;
    private boolean headed = true;

    EventStreamWriter(ApiCall call, ResourceType type, ObjectForm form) {
        this.call = call;
        this.type = type;
        this.form = form;
    }

    Duration pace(Duration nominal) {
        return call.site().pace().of(nominal);
    }

    long version() {
        return call.objects().store().version();
    }

    byte[] event(StoreChange.ChangeKind kind, StoredObject object) throws IOException {
        if (form == ObjectForm.TABLE || (form == ObjectForm.OBJECT && !VersionedViews.direct(type))) {
            return event(kind.name(), VersionedViews.full(type, object));
        }
        var out = new ByteArrayOutputStream(object.size() + 128);
        out.writeBytes(ascii("{\"type\":\"" + kind + "\",\"object\":"));
        if (form == ObjectForm.METADATA) {
            ListWriter.metadata(object, out);
        } else {
            out.writeBytes(ascii("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\","));
            object.writeFields(out);
        }
        out.write('}');
        return out.toByteArray();
    }

    /** An object that is not in the selection any more: its last state that was, with the version of the change. */
    byte[] left(StoredObject before, long version) {
        var object = VersionedViews.full(type, before);
        StoreJson.child(object, "metadata").put("resourceVersion", Long.toString(version));
        return event(StoreChange.ChangeKind.DELETED.name(), object);
    }

    /** @param initial whether it ends the initial events */
    byte[] bookmark(long version, boolean initial) {
        var object = StoreJson.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        var metadata = object.putObject("metadata").put("resourceVersion", Long.toString(version));
        if (initial) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        if (type.kind().equals("Pod")) {
            object.putObject("spec").putNull("containers");
            object.putObject("status");
        }
        return event("BOOKMARK", object);
    }

    byte[] error(String message) {
        var status = new ApiError(410, "Expired", message, StoreJson.object()).status();
        return StoreJson.bytes(StoreJson.object().put("type", "ERROR").set("object", status));
    }

    private byte[] event(String kind, ObjectNode object) {
        var shown = switch (form) {
            case OBJECT -> object;
            case METADATA -> TableWriter.partial(object);
            case TABLE -> table(object);
        };
        return StoreJson.bytes(StoreJson.object().put("type", kind).set("object", shown));
    }

    /** Only the first table says what its columns are. */
    private ObjectNode table(ObjectNode object) {
        var metadata = StoreJson.object();
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        var content = ResponseWriter.content(call);
        content = new TableWriter.TableContent(content.include(), headed, content.now());
        headed = false;
        return call.site().tables().of(type).table(type, metadata, List.of(object), content);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
