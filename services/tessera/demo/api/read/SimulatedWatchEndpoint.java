package tessera.demo.api.read;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.request.SimulatedListQueryOptions;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Endpoint for watches, over chunked HTTP: clients that try a WebSocket first are told to come back without. */
public final class SimulatedWatchEndpoint {

    private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(40);

    private SimulatedWatchEndpoint() {}

    public static void answerWatch(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        if (call.request().wantsWebSocket()) {
            // As from a server that knows no upgrade; after an error clients would try that again before they fall back.
            call.exchange().sendText(200, "");
            return;
        }
        var info = call.info();
        var options = SimulatedListQueryOptions.parse(call.queryParameters(), true);
        var selection = SimulatedListObjectFilter.parse(info.namespace(), options.labelSelector(),
                options.fieldSelector(), type);
        var events = new SimulatedWatchEventEncoder(call, type, call.responseFormat());
        var start = startWatch(call, type, selection, options);
        var timeout = options.timeoutSeconds() > 0 ? Duration.ofSeconds(options.timeoutSeconds()) : USUAL_TIMEOUT;
        var session = new SimulatedWatchSession(start, selection, options, events,
                call.context().timings().scale(timeout));
        try (var watch = start.watch()) {
            call.exchange().onHangUp(watch::close);
            try (var out = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "application/json"), false)) {
                out.flush();
                session.run(out);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static SimulatedEtcdStore.InitialListAndWatch startWatch(SimulatedAuthenticatedRequest call,
            SimulatedResourceType type, SimulatedListObjectFilter selection, SimulatedListQueryOptions options)
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
        return new SimulatedEtcdStore.ConsistentListPage(List.of(), version);
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
