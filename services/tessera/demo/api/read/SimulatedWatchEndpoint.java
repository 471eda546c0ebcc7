package tessera.demo.api.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.request.SimulatedListQueryOptions;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoreWatch;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Endpoint for watches, over chunked HTTP or WebSocket messages. */
public final class SimulatedWatchEndpoint {

    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(40);

    private SimulatedWatchEndpoint() {}

    public static void answerWatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var info = call.info();
        var options = SimulatedListQueryOptions.parse(call.queryParameters(), true);
        var fields = info.watchPath() && !info.name().isEmpty() ? "metadata.name=" + info.name()
                : options.fieldSelector();
        var selection = SimulatedListObjectFilter.parse(info.namespace(), options.labelSelector(), fields, type);
        SimulatedApiResponseWriter.refuseProtobuf(call, type, call.responseFormat());
        var start = startWatch(call, type, selection, options);
        var timeout = options.timeoutSeconds() > 0 ? Duration.ofSeconds(options.timeoutSeconds()) : USUAL_TIMEOUT;
        var events = new SimulatedWatchEventEncoder(call, type, call.responseFormat().objectRepresentation());
        var session = new SimulatedWatchSession(start, selection, options, events,
                call.context().timings().scale(timeout));
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

    private static void serveHttp(SimulatedAuthenticatedRequest call, SimulatedWatchSession session,
            SimulatedStoreWatch watch)
            throws IOException, InterruptedException {
        call.exchange().onHangUp(watch::close);
        try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), false)) {
            out.flush();
            session.run(new SimulatedWatchEventSink() {
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

    private static void serveWebSocket(SimulatedAuthenticatedRequest call, SimulatedWatchSession session,
            SimulatedStoreWatch watch)
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
        session.run(new SimulatedWatchEventSink() {
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

    private static SimulatedEtcdStore.InitialListAndWatch startWatch(SimulatedAuthenticatedRequest call,
            SimulatedResourceType type,
            SimulatedListObjectFilter selection,
            SimulatedListQueryOptions options)
            throws SimulatedApiException {
        var store = call.storedObjects().store();
        long version = parseVersion(options.resourceVersion());
        boolean fromNow = call.queryParameters().firstValue("sendInitialEvents") != null && !options.initialEvents()
                && version <= 0;
        if (options.initialEvents() && version > 0) {
            SimulatedListEndpoint.awaitVersion(call, version);
        }
        if (version <= 0 || options.initialEvents()) {
            var start = store.watch(type, selection.namespace());
            if (fromNow) {
                return new SimulatedEtcdStore.InitialListAndWatch(emptyExtent(start.existing().version()),
                        start.watch());
            }
            return start;
        }
        return new SimulatedEtcdStore.InitialListAndWatch(emptyExtent(version), store.watch(type, version));
    }

    private static SimulatedEtcdStore.ConsistentListPage emptyExtent(long version) {
        return new SimulatedEtcdStore.ConsistentListPage(List.<SimulatedStoredObject>of(), version, 0);
    }

    private static long parseVersion(String text) throws SimulatedApiException {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new SimulatedApiException(500, "", SimulatedListEndpoint.notANumberMessage(text),
                    SimulatedStoreJsonCodec.newObject());
        }
    }
}
