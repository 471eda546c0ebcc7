package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.api.wire.SimulatedResponseFormat.ObjectRepresentation;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.objects.SimulatedApiVersionConverter;

/** Encoder of the events of one watch, in the representation that its client requested. */
final class SimulatedWatchEventEncoder {

    private final SimulatedAuthenticatedRequest call;
    private final SimulatedResourceType type;
    private final ObjectRepresentation objectRepresentation;
    private boolean headed = true;

    SimulatedWatchEventEncoder(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            ObjectRepresentation objectRepresentation) {
        this.call = call;
        this.type = type;
        this.objectRepresentation = objectRepresentation;
    }

    Duration scaleDuration(Duration nominal) {
        return call.context().timings().scale(nominal);
    }

    long currentVersion() {
        return call.storedObjects().store().currentVersion();
    }

    byte[] changeEvent(SimulatedStoredObjectChange.WatchEventType kind, SimulatedStoredObject object)
            throws IOException {
        if (objectRepresentation == ObjectRepresentation.TABLE
                || (objectRepresentation == ObjectRepresentation.OBJECT
                        && !SimulatedApiVersionConverter.isStoredForm(type))) {
            return encodeEvent(kind.name(), SimulatedApiVersionConverter.fullView(type, object));
        }
        var out = new ByteArrayOutputStream(object.sizeInBytes() + 128);
        out.writeBytes(asciiBytes("{\"type\":\"" + kind + "\",\"object\":"));
        if (objectRepresentation == ObjectRepresentation.METADATA) {
            SimulatedListResponseWriter.writeMetadata(object, out);
        } else {
            out.writeBytes(
                    asciiBytes("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\","));
            object.writeFields(out);
        }
        out.write('}');
        return out.toByteArray();
    }

    /** Returns the event of an object that left the selection: its last matching state with the version of the change. */
    byte[] removalEvent(SimulatedStoredObject before, long version) {
        var object = SimulatedApiVersionConverter.fullView(type, before);
        SimulatedStoreJsonCodec.childObject(object, "metadata").put("resourceVersion", Long.toString(version));
        return encodeEvent(SimulatedStoredObjectChange.WatchEventType.DELETED.name(), object);
    }

    /** @param initial whether it ends the initial events */
    byte[] bookmarkEvent(long version, boolean initial) {
        var object = SimulatedStoreJsonCodec.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
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
        var status = new SimulatedApiException(410, "Expired", message, SimulatedStoreJsonCodec.newObject())
                .statusBody();
        return SimulatedStoreJsonCodec
                .toBytes(SimulatedStoreJsonCodec.newObject().put("type", "ERROR").set("object", status));
    }

    private byte[] encodeEvent(String kind, ObjectNode object) {
        var shown = switch (objectRepresentation) {
            case OBJECT -> object;
            case METADATA -> SimulatedTableResponseWriter.partialMetadata(object);
            case TABLE -> tableOf(object);
        };
        return SimulatedStoreJsonCodec
                .toBytes(SimulatedStoreJsonCodec.newObject().put("type", kind).set("object", shown));
    }

    /** Returns the object as a table; only the first table of a watch carries column definitions. */
    private ObjectNode tableOf(ObjectNode object) {
        var metadata = SimulatedStoreJsonCodec.newObject();
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        var content = SimulatedApiResponseWriter.tableContent(call);
        content = new SimulatedTableResponseWriter.TableResponseOptions(content.include(), headed, content.now());
        headed = false;
        return call.context().tables().writerFor(type).writeTable(type, metadata, List.of(object), content);
    }

    private static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
