package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedFieldValidationMode;
import tessera.demo.api.wire.DecodedRequestBody;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.http.IncomingHttpRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.kube.schema.FieldViolation;

/** A request of an authenticated user. */
record SimulatedAuthenticatedRequest(HttpExchange exchange, SimulatedApiRequestInfo info, SimulatedApiUser user,
        ApiServerServices context) {

    private static final int BODY_LIMIT = 3 * 1024 * 1024;
    private static final List<String> READABLE = List.of("application/json", "application/yaml",
            "application/vnd.kubernetes.protobuf");

    /**
     * The services that all requests to a server share.
     *
     * @param auditIds makes a name for each request
     */
    record ApiServerServices(SimulatedApiStorage objects, SimulatedBearerTokens tokens, SimulatedRbacAuthorizer rbac,
            Clock clock, SimulatedApiServerWaitTimeFactor timings, Supplier<String> auditIds) {}

    /** An endpoint of the API. */
    @FunctionalInterface
    interface SimulatedApiEndpoint {

        /**
         * Answers or refuses a call.
         *
         * @throws IOException if the peer has gone
         */
        void answer(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException;
    }

    IncomingHttpRequest request() {
        return exchange.request();
    }

    HttpQueryParameters queryParameters() {
        return exchange.request().query();
    }

    SimulatedApiStorage storedObjects() {
        return context.objects();
    }

    SimulatedResponseFormat responseFormat() throws SimulatedApiException {
        return SimulatedResponseFormat.of(exchange.request());
    }

    byte[] readBody() throws IOException, SimulatedApiException {
        var body = exchange.request().readBody(BODY_LIMIT);
        if (body == null) {
            throw new SimulatedApiException(413, "RequestEntityTooLarge",
                    "Request entity too large: limit is " + BODY_LIMIT, SimulatedStoreJsonCodec.newObject());
        }
        return body;
    }

    /**
     * Returns the body as an object.
     *
     * @param expected the kind it should be
     */
    DecodedRequestBody readObject(String expected) throws IOException, SimulatedApiException {
        return DecodedRequestBody.read(readBody(), request().headers().firstValue("Content-Type"), expected, READABLE);
    }

    void addWarning(String text) {
        exchange.commonHeaders().add("Warning", "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    SimulatedWriteOptions writeOptions(String kind) throws SimulatedApiException {
        return new SimulatedWriteOptions(fieldManager(), isDryRun(kind, queryParameters().allValues("dryRun")),
                fieldValidation(), List.of(), this::addWarning);
    }

    private SimulatedFieldValidationMode fieldValidation() {
        return switch (queryParameters().firstValue("fieldValidation", "")) {
            case "Strict" -> SimulatedFieldValidationMode.STRICT;
            case "Ignore" -> SimulatedFieldValidationMode.IGNORE;
            default -> SimulatedFieldValidationMode.WARN;
        };
    }

    /** Returns whether a write is a dry run; values other than {@code All} are refused. */
    private static boolean isDryRun(String kind, List<String> values) throws SimulatedApiException {
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            var shown = String.join(" ", values.stream().map(value -> "\"" + value + "\"").toList());
            throw SimulatedApiException.invalid(new SimulatedApiException.ErrorSubject("meta.k8s.io", kind, ""),
                    new FieldViolation("dryRun", FieldViolation.ViolationKind.NOT_SUPPORTED, "[" + shown + "]", "",
                            List.of("All")));
        }
        return !values.isEmpty();
    }

    /** Returns the options of a deletion, of which the query parameters say whether it is a dry run, too. */
    SimulatedDeleteOptions deleteOptions(JsonNode body) throws SimulatedApiException {
        var dryRun = new ArrayList<>(queryParameters().allValues("dryRun"));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        return new SimulatedDeleteOptions(body, isDryRun("DeleteOptions", dryRun));
    }

    /** Returns the field manager: the parameter, or else the user agent. */
    private String fieldManager() {
        var said = queryParameters().firstValue("fieldManager", "");
        var agent = request().headers().firstValue("User-Agent", "unknown");
        return said.isEmpty() ? agent.split("/", 2)[0] : said;
    }

    @Nullable
    String headerValue(String name) {
        return request().headers().firstValue(name);
    }
}
