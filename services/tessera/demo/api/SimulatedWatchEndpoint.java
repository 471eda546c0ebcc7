package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.api.wire.SimulatedTableResponseWriter;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore.ConsistentListPage;
import tessera.demo.store.SimulatedEtcdStore.InitialListAndWatch;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoreWatch.StoreWatchSignal;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Endpoint for watches, over chunked HTTP: initial events, changes, bookmarks and the end. */
final class SimulatedWatchEndpoint {

    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(40);
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);
    private final SimulatedAuthenticatedRequest call;
    private final SimulatedResourceType type;
    private final SimulatedListQueryOptions options;
    private final SimulatedListObjectFilter selection;
    private final SimulatedResponseFormat format;
    private final InitialListAndWatch start;
    private long lastVersion;
    private boolean headed;

    private SimulatedWatchEndpoint(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws SimulatedApiException {
        this.call = call;
        this.type = type;
        options = SimulatedListQueryOptions.parse(call.queryParameters(), true);
        selection = SimulatedListObjectFilter.parse(call.info().namespace(), options.labelSelector(),
                options.fieldSelector(), type);
        format = call.responseFormat();
        start = startWatch();
        lastVersion = start.existing().version();
    }

    static void answerWatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        if (call.request().wantsWebSocket()) {
            // As from a server that knows no upgrade; after an error clients would try that again before they fall back.
            call.exchange().sendText(200, "");
            return;
        }
        var session = new SimulatedWatchEndpoint(call, type);
        try (var watch = session.start.watch()) {
            call.exchange().onHangUp(watch::close);
            try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), false)) {
                out.flush();
                session.run(out);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private InitialListAndWatch startWatch() throws SimulatedApiException {
        var store = call.storedObjects().store();
        long version = parseVersion(options.resourceVersion());
        boolean fromNow = call.queryParameters().firstValue("sendInitialEvents") != null && !options.initialEvents()
                && version <= 0;
        if (options.initialEvents() && version > 0) {
            SimulatedListEndpoint.awaitVersion(call, version);
        }
        if (version <= 0 || options.initialEvents()) {
            var initial = store.watch(type, selection.namespace());
            if (fromNow) {
                return new InitialListAndWatch(emptyExtent(initial.existing().version()), initial.watch());
            }
            return initial;
        }
        return new InitialListAndWatch(emptyExtent(version), store.watch(type, version));
    }

    private static ConsistentListPage emptyExtent(long version) {
        return new ConsistentListPage(List.of(), version);
    }

    private static long parseVersion(String text) throws SimulatedApiException {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new SimulatedApiException(500, "", SimulatedListEndpoint.notANumberMessage(text),
                    SimulatedStoreJsonCodec.newObject());
        }
    }

    private void run(OutputStream out) throws IOException, InterruptedException {
        var timeout = options.timeoutSeconds() > 0 ? Duration.ofSeconds(options.timeoutSeconds()) : USUAL_TIMEOUT;
        long end = System.nanoTime() + call.context().timings().scale(timeout).toNanos();
        long pause = call.context().timings().scale(BOOKMARKS).toNanos();
        long bookmark = System.nanoTime() + pause;
        for (var object : start.existing().objects()) {
            if (selection.matches(object)) {
                send(out, changeEvent(WatchEventType.ADDED, object));
            }
        }
        if (options.initialEvents() && options.bookmarks()) {
            send(out, bookmarkEvent(lastVersion, true));
        }
        out.flush();
        while (true) {
            long now = System.nanoTime();
            if (now >= end) {
                return;
            }
            if (now >= bookmark) {
                bookmark = now + pause;
                if (!sendBookmark(out)) {
                    return;
                }
            }
            var patience = Duration.ofNanos(Math.min(end, bookmark) - now);
            if (!sendSignals(start.watch().nextSignal(patience), out)) {
                return;
            }
        }
    }

    /** Sends a signal and all queued behind it; returns false if the watch has ended. */
    private boolean sendSignals(StoreWatchSignal first, OutputStream out) throws IOException, InterruptedException {
        var signal = first;
        while (signal instanceof SimulatedStoredObjectChange change) {
            sendChange(change, out);
            signal = start.watch().nextSignal(Duration.ZERO);
        }
        boolean over = switch (signal) {
            case StoreWatchSignal.WatchExpiry expired -> {
                send(out, errorEvent(expired.message()));
                yield true;
            }
            case StoreWatchSignal.WatchClosure _ -> true;
            case StoreWatchSignal.WatchTimeout _,SimulatedStoredObjectChange _ -> false;
        };
        out.flush();
        return !over;
    }

    private void sendChange(SimulatedStoredObjectChange change, OutputStream out) throws IOException {
        if (change.resourceVersion() <= lastVersion) {
            return;
        }
        lastVersion = change.resourceVersion();
        var kind = selection.visibleKind(change);
        var before = change.before();
        if (kind == WatchEventType.DELETED && change.kind() != WatchEventType.DELETED && before != null) {
            send(out, removalEvent(before, change.resourceVersion()));
        } else if (kind != null) {
            send(out, changeEvent(kind, change.object()));
        }
    }

    /** Sends a bookmark, after all changes up to its version; returns false if the watch has ended. */
    private boolean sendBookmark(OutputStream out) throws IOException, InterruptedException {
        if (!options.bookmarks()) {
            return true;
        }
        long version = Math.max(lastVersion, call.storedObjects().store().currentVersion());
        boolean goesOn = sendSignals(start.watch().nextSignal(Duration.ZERO), out);
        if (goesOn) {
            send(out, bookmarkEvent(version, false));
            out.flush();
        }
        return goesOn;
    }

    private static void send(OutputStream out, byte[] event) throws IOException {
        out.write(event);
        out.write('\n');
    }
    private byte[] changeEvent(WatchEventType kind, SimulatedStoredObject object) throws IOException {
        if (format == SimulatedResponseFormat.TABLE) {
            return encodeEvent(kind.name(), object.toTree());
        }
        var out = new ByteArrayOutputStream(object.sizeInBytes() + 128);
        out.writeBytes(SimulatedListPage.asciiBytes("{\"type\":\"" + kind + "\",\"object\":"));
        if (format == SimulatedResponseFormat.METADATA) {
            SimulatedListPage.writeMetadata(object, out);
        } else {
            out.writeBytes(SimulatedListPage
                    .asciiBytes("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\","));
            type.writeFields(object, out);
        }
        out.write('}');
        return out.toByteArray();
    }

    /** Returns the event of an object that left the selection: its last matching state with the version of the change. */
    private byte[] removalEvent(SimulatedStoredObject before, long version) {
        var object = type.fullView(before);
        SimulatedStoreJsonCodec.childObject(object, "metadata").put("resourceVersion", Long.toString(version));
        return encodeEvent(WatchEventType.DELETED.name(), object);
    }

    /** @param initial whether it ends the initial events */
    private byte[] bookmarkEvent(long version, boolean initial) {
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

    private byte[] errorEvent(String message) {
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
}
