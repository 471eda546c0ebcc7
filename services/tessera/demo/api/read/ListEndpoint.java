package tessera.demo.api.read;

import java.io.IOException;
import java.time.Duration;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.request.ListOptions;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore.ExpiredVersionException;
import tessera.demo.store.ObjectStore.ListExtent;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.ObjectSelection;

/** Endpoint for lists: complete or in pages, current or as of an earlier resource version. */
public final class ListEndpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String PAGE_TOO_OLD = "The provided continue parameter is too old to display a consistent list "
            + "result. You can start a new list without the continue parameter, or use the continue token in this response "
            + "to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent "
            + "list - objects that were created, modified, or deleted between the time the first chunk was returned and "
            + "now may show up in the list.";

    private ListEndpoint() {}

    public static void answerList(ApiCall call, ResourceType type) throws IOException, ApiError {
        var options = ListOptions.parse(call.queryParameters(), false);
        var selection = ObjectSelection.parse(call.info().namespace(), options.labelSelector(), options.fieldSelector(),
                type);
        ResponseWriter.refuseProtobuf(call, type, call.responseFormat());
        if (!options.continueToken().isEmpty()) {
            answerNextPage(call, type, selection, options);
            return;
        }
        ListWriter.writeList(call, type, readPage(call, type, selection, options));
    }

    private static void answerNextPage(ApiCall call, ResourceType type, ObjectSelection selection, ListOptions options)
            throws IOException, ApiError {
        var token = ContinueToken.parseToken(options.continueToken());
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw ApiError.badRequest("specifying resource version is not allowed when using continue");
        }
        ListExtent extent;
        try {
            extent = call.storedObjects().store().list(type, selection.namespace(), token.start(), token.version());
        } catch (ExpiredVersionException e) {
            var gone = new ApiError(410, "Expired", PAGE_TOO_OLD, StoreJson.newObject()).statusBody();
            StoreJson.childObject(gone, "metadata").put("continue", token.withoutVersion().encode());
            ResponseWriter.writeTree(call, 410, gone);
            return;
        }
        ListWriter.writeList(call, type, ListPage.of(extent, selection, options.limit()));
    }

    private static ListPage readPage(ApiCall call, ResourceType type, ObjectSelection selection, ListOptions options)
            throws ApiError {
        var store = call.storedObjects().store();
        long wanted = parseVersion(options.resourceVersion());
        boolean paged = options.limit() > 0;
        if (wanted <= 0) {
            boolean fromCache = options.resourceVersion().equals("0");
            return ListPage.of(store.list(type, selection.namespace()), selection, fromCache ? 0 : options.limit());
        }
        awaitVersion(call, wanted);
        boolean exact = options.versionMatch().equals("Exact") || (options.versionMatch().isEmpty() && paged);
        if (!exact) {
            return ListPage.of(store.list(type, selection.namespace()), selection, options.limit());
        }
        try {
            return ListPage.of(store.list(type, selection.namespace(), "", wanted), selection, options.limit());
        } catch (ExpiredVersionException e) {
            throw new ApiError(410, "Expired", "The resourceVersion for the provided list is too old.",
                    StoreJson.newObject());
        }
    }

    private static long parseVersion(String text) throws ApiError {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("invalid resource version: " + notANumberMessage(text));
        }
    }

    static String notANumberMessage(String version) {
        return "resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax".formatted(
                version,
                version);
    }

    /** Waits for a resource version that the store has not reached yet. */
    static void awaitVersion(ApiCall call, long version) throws ApiError {
        var store = call.storedObjects().store();
        try {
            if (store.awaitVersion(version, call.context().timings().scale(PATIENCE))) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var details = StoreJson.newObject();
        details.putArray("causes").addObject().put("reason", "ResourceVersionTooLarge").put("message",
                "Too large resource version");
        details.put("retryAfterSeconds", 1);
        throw new ApiError(504, "Timeout",
                "Timeout: Too large resource version: %d, current: %d".formatted(version, store.currentVersion()),
                details);
    }
}
