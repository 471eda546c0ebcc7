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

/** Answers watches: in chunks of HTTP, or as WebSocket messages. */
public final class WatchEndpoint {

    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(40);

    private WatchEndpoint() {}

    public static void answer(ApiCall call, ResourceType type) throws IOException, ApiError {
        var info = call.info();
        var options = ListOptions.parse(call.query(), true);
        var fields = info.watchPath() && !info.name().isEmpty() ? "metadata.name=" + info.name()
                : options.fieldSelector();
        var selection = ObjectSelection.parse(info.namespace(), options.labelSelector(), fields, type);
        ResponseWriter.refuseProtobuf(call, type, call.representation());
        var start = start(call, type, selection, options);
        var timeout = options.timeoutSeconds() > 0 ? Duration.ofSeconds(options.timeoutSeconds()) : USUAL_TIMEOUT;
        var events = new EventStreamWriter(call, type, call.representation().form());
        var session = new WatchSession(start, selection, options, events, call.site().pace().of(timeout));
        try (var watch = start.watch()) {
            if (call.request().wantsWebSocket()) {
                overWebSocket(call, session, watch);
            } else {
                overHttp(call, session, watch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void overHttp(ApiCall call, WatchSession session, StoreWatch watch)
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

    private static void overWebSocket(ApiCall call, WatchSession session, StoreWatch watch)
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

    private static ObjectStore.Start start(ApiCall call, ResourceType type, ObjectSelection selection,
            ListOptions options)
            throws ApiError {
        var store = call.objects().store();
        long version = version(options.resourceVersion());
        boolean fromNow = call.query().first("sendInitialEvents") != null && !options.initialEvents() && version <= 0;
        if (options.initialEvents() && version > 0) {
            ListEndpoint.await(call, version);
        }
        if (version <= 0 || options.initialEvents()) {
            var start = store.watch(type, selection.namespace());
            return fromNow ? new ObjectStore.Start(none(start.existing().version()), start.watch()) : start;
        }
        return new ObjectStore.Start(none(version), store.watch(type, version));
    }

    private static ObjectStore.ListExtent none(long version) {
        return new ObjectStore.ListExtent(List.<StoredObject>of(), version, 0);
    }

    private static long version(String text) throws ApiError {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new ApiError(500, "", ListEndpoint.notANumber(text), StoreJson.object());
        }
    }
}
