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

/** A request of an authenticated user. */
public record ApiCall(HttpExchange exchange, RequestInfo info, RequestUser user, ServerContext context) {

    private static final int BODY_LIMIT = 3 * 1024 * 1024;
    private static final List<String> READABLE = List.of("application/json", "application/yaml",
            "application/vnd.kubernetes.protobuf");

    /** An endpoint of the API. */
    @FunctionalInterface
    public interface Endpoint {

        /**
         * Answers or refuses a call.
         *
         * @throws IOException if the peer has gone
         */
        void answer(ApiCall call) throws IOException, ApiError;
    }

    public HttpRequest request() {
        return exchange.request();
    }

    public QueryParameters queryParameters() {
        return exchange.request().query();
    }

    public StoredObjects storedObjects() {
        return context.objects();
    }

    public ResponseFormat responseFormat() throws ApiError {
        return ResponseFormat.of(exchange.request());
    }

    /** Returns the bytes of the body. */
    public byte[] readBody() throws IOException, ApiError {
        try {
            return exchange.request().readBody(BODY_LIMIT);
        } catch (BodyTooLarge e) {
            throw new ApiError(413, "RequestEntityTooLarge", "Request entity too large: limit is " + e.limit(),
                    StoreJson.newObject());
        }
    }

    /**
     * Returns the body as an object.
     *
     * @param expected the kind it should be
     */
    public ClientBody readObject(String expected) throws IOException, ApiError {
        return ClientBody.read(readBody(), request().headers().firstValue("Content-Type"), expected, READABLE);
    }

    /** Adds a warning header to the response. */
    public void addWarning(String text) {
        exchange.commonHeaders().add("Warning", "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    /** Returns the options of a write, by its query parameters. */
    public WriteOptions writeOptions(String kind) throws ApiError {
        return new WriteOptions(fieldManager(), isDryRun(kind, queryParameters().allValues("dryRun")),
                fieldValidation(), List.of(), this::addWarning);
    }

    private FieldValidation fieldValidation() {
        return switch (queryParameters().firstValue("fieldValidation", "")) {
            case "Strict" -> FieldValidation.STRICT;
            case "Ignore" -> FieldValidation.IGNORE;
            default -> FieldValidation.WARN;
        };
    }

    /** Returns whether a write is a dry run; values other than {@code All} are refused. */
    public static boolean isDryRun(String kind, List<String> values) throws ApiError {
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            var shown = String.join(" ", values.stream().map(value -> "\"" + value + "\"").toList());
            throw ApiError.invalid(new ApiError.ErrorSubject("meta.k8s.io", kind, ""),
                    List.of(new ApiError.Cause("FieldValueNotSupported",
                            "Unsupported value: [" + shown + "]: supported values: \"All\"", "dryRun")));
        }
        return !values.isEmpty();
    }

    /** Returns the field manager: the parameter, or else the user agent. */
    private String fieldManager() {
        var said = queryParameters().firstValue("fieldManager", "");
        var agent = request().headers().firstValue("User-Agent", "unknown");
        return said.isEmpty() ? agent.split("/", 2)[0] : said;
    }

    public @Nullable String headerValue(String name) {
        return request().headers().firstValue(name);
    }
}
