package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import tessera.demo.api.table.Tables;
import tessera.demo.api.wire.Encoder;
import tessera.demo.api.wire.Representation;
import tessera.demo.api.wire.Representation.Form;
import tessera.demo.http.Exchange;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;

/** Writes answers the way clients asked for them. */
public final class Answers {

    private Answers() {}

    /** An object of a resource, in the form asked for. */
    public static void object(Call call, int status, ResourceType type, ObjectNode object)
            throws IOException, ApiError {
        var representation = call.representation();
        refuseProtobuf(call, type, representation);
        switch (representation.form()) {
            case OBJECT -> tree(call, status, object);
            case METADATA -> tree(call, status, Tables.partial(object));
            case TABLE -> {
                var metadata = Json.object();
                metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
                tree(call, status, call.site().tables().of(type).table(type, metadata, List.of(object), content(call)));
            }
        }
    }

    /** What a table holds, as the parameters say. */
    public static Tables.Content content(Call call) {
        var include = switch (call.query().first("includeObject", "")) {
            case "None" -> Tables.Include.NOTHING;
            case "Object" -> Tables.Include.OBJECT;
            default -> Tables.Include.METADATA;
        };
        return new Tables.Content(include, true, call.site().clock().instant());
    }

    /** Custom resources have no protobuf; all else is answered as JSON, which Go clients read by its content type. */
    public static void refuseProtobuf(Call call, ResourceType type, Representation representation)
            throws IOException, ApiError {
        if (representation.format() == Representation.Format.PROTOBUF && type.traits().custom()) {
            throw ApiError.general(406, "NotAcceptable",
                    "only the following media types are accepted: application/json, application/yaml");
        }
    }

    /** Any tree, in the format asked for. */
    public static void tree(Call call, int status, JsonNode tree) throws IOException, ApiError {
        var representation = call.representation();
        var bytes = Encoder.bytes(tree, representation);
        boolean compressible = call.request().method().equals("GET");
        try (var out = call.exchange().open(status, Headers.of("Content-Type", Encoder.mediaType(representation)),
                compressible)) {
            out.write(bytes);
        }
    }

    /** A bare success. */
    public static void success(Call call, int code) throws IOException, ApiError {
        tree(call, code, status().put("code", code));
    }

    /** The beginning of a success. */
    public static ObjectNode status() {
        var status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** A refusal, as far as the client lets it be told. */
    public static void error(Exchange exchange, ApiError error, Headers extra) throws IOException {
        var representation = errorRepresentation(exchange);
        var bytes = Encoder.status(error.status(), representation);
        var headers = Headers.of("Content-Type", Encoder.statusType(representation));
        extra.forEach(headers::add);
        var patience = error.status().path("details").path("retryAfterSeconds");
        if (patience.isIntegralNumber()) {
            headers.add("Retry-After", patience.asText());
        }
        exchange.send(error.code(), headers, bytes);
    }

    private static Representation errorRepresentation(Exchange exchange) {
        var request = exchange.request();
        try {
            var wanted = Representation.of(request);
            return new Representation(wanted.format(), Form.OBJECT, wanted.pretty());
        } catch (ApiError e) {
            return new Representation(Representation.Format.JSON, Form.OBJECT, Representation.pretty(request));
        }
    }

    /** The text for what does not exist at all. */
    public static void noSuchPath(Exchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }
}
