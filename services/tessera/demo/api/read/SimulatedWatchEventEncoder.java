package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.SimulatedStoredObjectChange;

/** Encoder of the events of one watch, in the representation that its client requested. */
final class SimulatedWatchEventEncoder {

    private final SimulatedAuthenticatedRequest call;
    private final SimulatedResourceType type;
    private final SimulatedResponseFormat format;
    private boolean headed;

    SimulatedWatchEventEncoder(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            SimulatedResponseFormat format) {
        this.call = call;
        this.type = type;
        this.format = format;
    }

    Duration scaleDuration(Duration nominal) {
        return call.context().timings().scale(nominal);
    }

    long currentVersion() {
        return call.storedObjects().store().currentVersion();
    }

    byte[] changeEvent(SimulatedStoredObjectChange.WatchEventType kind, SimulatedStoredObject object)
            throws IOException {
        if (format == SimulatedResponseFormat.TABLE) {
            return encodeEvent(kind.name(), object.toTree());
        }
        var out = new ByteArrayOutputStream(object.sizeInBytes() + 128);
        out.writeBytes(asciiBytes("{\"type\":\"" + kind + "\",\"object\":"));
        if (format == SimulatedResponseFormat.METADATA) {
            SimulatedListResponseWriter.writeMetadata(object, out);
        } else {
            out.writeBytes(
                    asciiBytes("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\","));
            type.writeFields(object, out);
        }
        out.write('}');
        return out.toByteArray();
    }

    /** Returns the event of an object that left the selection: its last matching state with the version of the change. */
    byte[] removalEvent(SimulatedStoredObject before, long version) {
        var object = type.fullView(before);
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
        var shown = switch (format) {
            case OBJECT -> object;
            case METADATA -> SimulatedTableResponseWriter.partialMetadata(object);
            case TABLE -> tableOf(object);
        };
        return SimulatedStoreJsonCodec
                .toBytes(SimulatedStoreJsonCodec.newObject().put("type", kind).set("object", shown));
    }

    /** Returns the object as a table; only the first table of a watch carries column definitions. */
    private ObjectNode tableOf(ObjectNode object) {
        boolean withHeaders = !headed;
        headed = true;
        return SimulatedApiResponseWriter.tableWriter(call, type).tableOf(object, withHeaders);
    }

    private static byte[] asciiBytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
