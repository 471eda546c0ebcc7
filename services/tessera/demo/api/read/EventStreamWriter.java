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

/** Encoder of the events of one watch, in the representation that its client requested. */
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

    Duration scaleDuration(Duration nominal) {
        return call.context().timings().scale(nominal);
    }

    long currentVersion() {
        return call.storedObjects().store().currentVersion();
    }

    byte[] changeEvent(StoreChange.ChangeKind kind, StoredObject object) throws IOException {
        if (form == ObjectForm.TABLE || (form == ObjectForm.OBJECT && !VersionedViews.isStoredForm(type))) {
            return encodeEvent(kind.name(), VersionedViews.fullView(type, object));
        }
        var out = new ByteArrayOutputStream(object.sizeInBytes() + 128);
        out.writeBytes(asciiBytes("{\"type\":\"" + kind + "\",\"object\":"));
        if (form == ObjectForm.METADATA) {
            ListWriter.writeMetadata(object, out);
        } else {
            out.writeBytes(
                    asciiBytes("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\","));
            object.writeFields(out);
        }
        out.write('}');
        return out.toByteArray();
    }

    /** Returns the event of an object that left the selection: its last matching state with the version of the change. */
    byte[] removalEvent(StoredObject before, long version) {
        var object = VersionedViews.fullView(type, before);
        StoreJson.childObject(object, "metadata").put("resourceVersion", Long.toString(version));
        return encodeEvent(StoreChange.ChangeKind.DELETED.name(), object);
    }

    /** @param initial whether it ends the initial events */
    byte[] bookmarkEvent(long version, boolean initial) {
        var object = StoreJson.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        var metadata = object.putObject("metadata").put("resourceVersion", Long.toString(version));
        if (initial) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        if (type.kind().equals("Pod")) {
            object.putObject("spec").putNull("containers");
            object.putObject("status");
        }
        return encodeEvent("BOOKMARK", object);
    }

    byte[] errorEvent(String message) {
        var status = new ApiError(410, "Expired", message, StoreJson.newObject()).statusBody();
        return StoreJson.toBytes(StoreJson.newObject().put("type", "ERROR").set("object", status));
    }

    private byte[] encodeEvent(String kind, ObjectNode object) {
        var shown = switch (form) {
            case OBJECT -> object;
            case METADATA -> TableWriter.partialMetadata(object);
            case TABLE -> tableOf(object);
        };
        return StoreJson.toBytes(StoreJson.newObject().put("type", kind).set("object", shown));
    }

    /** Returns the object as a table; only the first table of a watch carries column definitions. */
    private ObjectNode tableOf(ObjectNode object) {
        var metadata = StoreJson.newObject();
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        var content = ResponseWriter.tableContent(call);
        content = new TableWriter.TableContent(content.include(), headed, content.now());
        headed = false;
        return call.context().tables().writerFor(type).writeTable(type, metadata, List.of(object), content);
    }

    private static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
