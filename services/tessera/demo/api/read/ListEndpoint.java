package tessera.demo.api.read;

import java.io.IOException;
import java.time.Duration;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.request.ListOptions;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore.ListExtent;
import tessera.demo.store.ObjectStore.TooOld;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.ObjectSelection;

/** Answers lists: whole or in pages, as of now or of an earlier moment. */
public final class ListEndpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String PAGE_TOO_OLD = "The provided continue parameter is too old to display a consistent list "
            + "result. You can start a new list without the continue parameter, or use the continue token in this response "
            + "to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent "
            + "list - objects that were created, modified, or deleted between the time the first chunk was returned and "
            + "now may show up in the list.";

    private ListEndpoint() {}

    public static void answer(ApiCall call, ResourceType type) throws IOException, ApiError {
        var options = ListOptions.parse(call.query(), false);
        var selection = ObjectSelection.parse(call.info().namespace(), options.labelSelector(), options.fieldSelector(),
                type);
        ResponseWriter.refuseProtobuf(call, type, call.representation());
        if (!options.continueToken().isEmpty()) {
            goOn(call, type, selection, options);
            return;
        }
        ListWriter.write(call, type, page(call, type, selection, options));
    }

    private static void goOn(ApiCall call, ResourceType type, ObjectSelection selection, ListOptions options)
            throws IOException, ApiError {
        var token = ContinueToken.parse(options.continueToken());
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals("0")) {
            throw ApiError.badRequest("specifying resource version is not allowed when using continue");
        }
        ListExtent extent;
        try {
            extent = call.objects().store().list(type, selection.namespace(), token.start(), token.version());
        } catch (TooOld e) {
            var gone = new ApiError(410, "Expired", PAGE_TOO_OLD, StoreJson.object()).status();
            StoreJson.child(gone, "metadata").put("continue", token.inconsistent().text());
            ResponseWriter.tree(call, 410, gone);
            return;
        }
        ListWriter.write(call, type, ListPage.of(extent, selection, options.limit()));
    }

    private static ListPage page(ApiCall call, ResourceType type, ObjectSelection selection, ListOptions options)
            throws ApiError {
        var store = call.objects().store();
        long wanted = version(options.resourceVersion());
        boolean paged = options.limit() > 0;
        if (wanted <= 0) {
            boolean fromCache = options.resourceVersion().equals("0");
            return ListPage.of(store.list(type, selection.namespace()), selection, fromCache ? 0 : options.limit());
        }
        await(call, wanted);
        boolean exact = options.versionMatch().equals("Exact") || (options.versionMatch().isEmpty() && paged);
        if (!exact) {
            return ListPage.of(store.list(type, selection.namespace()), selection, options.limit());
        }
        try {
            return ListPage.of(store.list(type, selection.namespace(), "", wanted), selection, options.limit());
        } catch (TooOld e) {
            throw new ApiError(410, "Expired", "The resourceVersion for the provided list is too old.",
                    StoreJson.object());
        }
    }

    private static long version(String text) throws ApiError {
        try {
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("invalid resource version: " + notANumber(text));
        }
    }

    static String notANumber(String version) {
        return "resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax".formatted(
                version,
                version);
    }

    /** A version that does not exist yet may come. */
    static void await(ApiCall call, long version) throws ApiError {
        var store = call.objects().store();
        try {
            if (store.await(version, call.site().pace().of(PATIENCE))) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var details = StoreJson.object();
        details.putArray("causes").addObject().put("reason", "ResourceVersionTooLarge").put("message",
                "Too large resource version");
        details.put("retryAfterSeconds", 1);
        throw new ApiError(504, "Timeout",
                "Timeout: Too large resource version: %d, current: %d".formatted(version, store.version()), details);
    }
}
