package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.request.ListOptions;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWatch;
import tessera.demo.store.StoredObject;
import tessera.demo.store.select.ObjectSelection;

/** Endpoint for watches, over chunked HTTP or WebSocket messages. */
public final class WatchEndpoint {

    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(40);

    private WatchEndpoint() {}

    public static void answerWatch(ApiCall call, ResourceType type) throws IOException, ApiError {
        var info = call.info();
        var options = ListOptions.parse(call.queryParameters(), true);
        var fields = info.watchPath() && !info.name().isEmpty() ? "metadata.name=" + info.name()
                : options.fieldSelector();
        var selection = ObjectSelection.parse(info.namespace(), options.labelSelector(), fields, type);
        ResponseWriter.refuseProtobuf(call, type, call.responseFormat());
        var start = startWatch(call, type, selection, options);
        var timeout = options.timeoutSeconds() > 0 ? Duration.ofSeconds(options.timeoutSeconds()) : USUAL_TIMEOUT;
        var events = new EventStreamWriter(call, type, call.responseFormat().form());
        var session = new WatchSession(start, selection, options, events, call.context().timings().scale(timeout));
        try (var watch = start.watch()) {
            if (call.request().wantsWebSocket()) {
                serveWebSocket(call, session, watch);
            } else {
                serveHttp(call, session, watch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void serveHttp(ApiCall call, WatchSession session, StoreWatch watch)
            throws IOException, InterruptedException {
        call.exchange().onHangUp(watch::close);
        try (var out = call.exchange().open(200, HeaderFields.of("Content-Type", "application/json"), false)) {
            out.flush();
            session.run(new EventSink() {
                @Override
                public void send(byte[] event) throws IOException {
                    out.write(event);
                    out.write('\n');
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }
            });
        }
    }

    private static void serveWebSocket(ApiCall call, WatchSession session, StoreWatch watch)
            throws IOException, InterruptedException {
        var socket = call.exchange().upgrade("");
        var listener = Thread.ofVirtual().start(() -> {
            try {
                while (socket.receive() != null) {
                    // a watcher has nothing to say
                }
            } catch (IOException e) {
                // gone without a word: the watch ends all the same
            } finally {
                watch.close();
            }
        });
        session.run(new EventSink() {
            @Override
            public void send(byte[] event) throws IOException {
                socket.sendText(new String(event, StandardCharsets.UTF_8));
            }

            @Override
            public void flush() {}
        });
        socket.close();
        listener.join(Duration.ofSeconds(1));
    }

    private static ObjectStore.WatchStart startWatch(ApiCall call, ResourceType type, ObjectSelection selection,
            ListOptions options)
            throws ApiError {
        var store = call.storedObjects().store();
        long version = parseVersion(options.resourceVersion());
        boolean fromNow = call.queryParameters().firstValue("sendInitialEvents") != null && !options.initialEvents()
                && version <= 0;
        if (options.initialEvents() && version > 0) {
            ListEndpoint.awaitVersion(call, version);
        }
        if (version <= 0 || options.initialEvents()) {
            var start = store.watch(type, selection.namespace());
            return fromNow ? new ObjectStore.WatchStart(emptyExtent(start.existing().version()), start.watch()) : start;
        }
        return new ObjectStore.WatchStart(emptyExtent(version), store.watch(type, version));
    }

    private static ObjectStore.ListExtent emptyExtent(long version) {
        return new ObjectStore.ListExtent(List.<StoredObject>of(), version, 0);
    }

    private static long parseVersion(String text) throws ApiError {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new ApiError(500, "", ListEndpoint.notANumberMessage(text), StoreJson.newObject());
        }
    }
}
