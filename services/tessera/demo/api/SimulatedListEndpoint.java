package tessera.demo.api;

import java.io.IOException;
import java.time.Duration;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore.ConsistentListPage;
import tessera.demo.store.SimulatedEtcdStore.ExpiredResourceVersionException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Endpoint for single objects, and for lists: complete or in pages, current or as of an earlier resource version. */
final class SimulatedListEndpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String PAGE_TOO_OLD = "The provided continue parameter is too old to display a consistent list "
            + "result. You can start a new list without the continue parameter, or use the continue token in this response "
            + "to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent "
            + "list - objects that were created, modified, or deleted between the time the first chunk was returned and "
            + "now may show up in the list.";

    private SimulatedListEndpoint() {}

    static void answerGet(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var namespace = type.namespaced() ? call.info().namespace() : "";
        SimulatedApiResponseWriter.writeObject(call, 200, type,
                call.storedObjects().get(SimulatedObjectWriteTarget.of(type, namespace, call.info().name())));
    }

    static void answerList(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var options = SimulatedListQueryOptions.parse(call.queryParameters(), false);
        var selection = SimulatedListObjectFilter.parse(call.info().namespace(), options.labelSelector(),
                options.fieldSelector(), type);
        if (!options.continueToken().isEmpty()) {
            answerNextPage(call, type, selection, options);
            return;
        }
        readPage(call, type, selection, options).writeResponse(call, type);
    }

    private static void answerNextPage(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            SimulatedListObjectFilter selection, SimulatedListQueryOptions options)
            throws IOException, SimulatedApiException {
        var token = SimulatedListPage.SimulatedContinueToken.parseToken(options.continueToken());
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw SimulatedApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        ConsistentListPage extent;
        try {
            extent = call.storedObjects().store().list(type, selection.namespace(), token.start(), token.version());
        } catch (ExpiredResourceVersionException e) {
            var gone = new SimulatedApiException(410, "Expired", PAGE_TOO_OLD, SimulatedStoreJsonCodec.newObject())
                    .statusBody();
            SimulatedStoreJsonCodec.childObject(gone, "metadata").put("continue", token.withoutVersion().encode());
            SimulatedApiResponseWriter.writeTree(call, 410, gone);
            return;
        }
        SimulatedListPage.of(extent, selection, options.limit()).writeResponse(call, type);
    }

    private static SimulatedListPage readPage(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            SimulatedListObjectFilter selection, SimulatedListQueryOptions options) throws SimulatedApiException {
        var store = call.storedObjects().store();
        long wanted = parseVersion(options.resourceVersion());
        boolean paged = options.limit() > 0;
        if (wanted <= 0) {
            boolean fromCache = options.resourceVersion().equals("0");
            return SimulatedListPage.of(store.list(type, selection.namespace()), selection,
                    fromCache ? 0 : options.limit());
        }
        awaitVersion(call, wanted);
        boolean exact = options.versionMatch().equals("Exact") || (options.versionMatch().isEmpty() && paged);
        if (!exact) {
            return SimulatedListPage.of(store.list(type, selection.namespace()), selection, options.limit());
        }
        try {
            return SimulatedListPage.of(store.list(type, selection.namespace(), "", wanted), selection,
                    options.limit());
        } catch (ExpiredResourceVersionException e) {
            throw new SimulatedApiException(410, "Expired", "The resourceVersion for the provided list is too old.",
                    SimulatedStoreJsonCodec.newObject());
        }
    }

    private static long parseVersion(String text) throws SimulatedApiException {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw SimulatedApiException.badRequest("invalid resource version: " + notANumberMessage(text));
        }
    }

    static String notANumberMessage(String version) {
        return "resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax"
                .formatted(version, version);
    }

    /** Waits for a resource version that the store has not reached yet. */
    static void awaitVersion(SimulatedAuthenticatedRequest call, long version) throws SimulatedApiException {
        var store = call.storedObjects().store();
        try {
            if (store.awaitVersion(version, call.context().timings().scale(PATIENCE))) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var details = SimulatedStoreJsonCodec.newObject();
        details.putArray("causes").addObject().put("reason", "ResourceVersionTooLarge").put("message",
                "Too large resource version");
        details.put("retryAfterSeconds", 1);
        throw new SimulatedApiException(504, "Timeout",
                "Timeout: Too large resource version: %d, current: %d".formatted(version, store.currentVersion()),
                details);
    }
}
