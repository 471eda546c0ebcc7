package tessera.demo.api.call;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.decoding.FieldValidation;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.request.RequestInfo;
import tessera.demo.api.wire.ClientBody;
import tessera.demo.api.wire.ResponseFormat;
import tessera.demo.http.BodyTooLarge;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.HttpRequest;
import tessera.demo.http.QueryParameters;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;

/** One request, by somebody known, for something that may be. */
public record ApiCall(HttpExchange exchange, RequestInfo info, RequestUser user, ServerContext site) {

    private static final int BODY_LIMIT = 3 * 1024 * 1024;
    private static final List<String> READABLE = List.of("application/json", "application/yaml",
            "application/vnd.kubernetes.protobuf");

    /** Answers a call. */
    @FunctionalInterface
    public interface Endpoint {

        /**
         * Answers, or refuses.
         *
         * @throws IOException if the peer has gone
         */
        void answer(ApiCall call) throws IOException, ApiError;
    }

    public HttpRequest request() {
        return exchange.request();
    }

    public QueryParameters query() {
        return exchange.request().query();
    }

    public StoredObjects objects() {
        return site.objects();
    }

    public ResponseFormat representation() throws ApiError {
        return ResponseFormat.of(exchange.request());
    }

    /** The bytes of the body. */
    public byte[] bytes() throws IOException, ApiError {
        try {
            return exchange.request().body(BODY_LIMIT);
        } catch (BodyTooLarge e) {
            throw new ApiError(413, "RequestEntityTooLarge", "Request entity too large: limit is " + e.limit(),
                    StoreJson.object());
        }
    }

    /**
     * The body as an object.
     *
     * @param expected the kind it should be
     */
    public ClientBody body(String expected) throws IOException, ApiError {
        return ClientBody.read(bytes(), request().headers().first("Content-Type"), expected, READABLE);
    }

    /** Tells the client something beside the answer. */
    public void warn(String text) {
        exchange.always().add("Warning", "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    /** How a write is meant, by its parameters. */
    public WriteOptions writeOptions(String kind) throws ApiError {
        return new WriteOptions(manager(), dryRun(kind, query().all("dryRun")), validation(), List.of(), this::warn);
    }

    private FieldValidation validation() {
        return switch (query().first("fieldValidation", "")) {
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            default -> FieldValidation.WARN;
        };
    }

    /** Whether a write is only to be tried; anything but {@code All} is refused. */
    public static boolean dryRun(String kind, List<String> values) throws ApiError {
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            var shown = String.join(" ", values.stream().map(value -> "\"" + value + "\"").toList());
            throw ApiError.invalid(new ApiError.ErrorSubject("meta.k8s.io", kind, ""),
                    List.of(new ApiError.Cause("FieldValueNotSupported",
                            "Unsupported value: [" + shown + "]: supported values: \"All\"", "dryRun")));
        }
        return !values.isEmpty();
    }

    /** Whose writes they are: as said, or as the program calls itself. */
    private String manager() {
        var said = query().first("fieldManager", "");
        var agent = request().headers().first("User-Agent", "unknown");
        return said.isEmpty() ? agent.split("/", 2)[0] : said;
    }

    public @Nullable String header(String name) {
        return request().headers().first(name);
    }
}
