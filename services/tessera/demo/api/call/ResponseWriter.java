package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import tessera.demo.api.table.TableWriter;
import tessera.demo.api.wire.ResponseEncoder;
import tessera.demo.api.wire.ResponseFormat;
import tessera.demo.api.wire.ResponseFormat.ObjectForm;
import tessera.demo.http.HeaderFields;
import tessera.demo.http.HttpExchange;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/** Writes answers the way clients asked for them. */
public final class ResponseWriter {

    private ResponseWriter() {}

    /** An object of a resource, in the form asked for. */
    public static void object(ApiCall call, int status, ResourceType type, ObjectNode object)
            throws IOException, ApiError {
        var representation = call.representation();
        refuseProtobuf(call, type, representation);
        switch (representation.form()) {
            case OBJECT -> tree(call, status, object);
            case METADATA -> tree(call, status, TableWriter.partial(object));
            case TABLE -> {
                var metadata = StoreJson.object();
                metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
                tree(call, status, call.site().tables().of(type).table(type, metadata, List.of(object), content(call)));
            }
        }
    }

    /** What a table holds, as the parameters say. */
    public static TableWriter.TableContent content(ApiCall call) {
        var include = switch (call.query().first("includeObject", "")) {
            case "None" -> TableWriter.Include.NOTHING;
            case "Object" -> TableWriter.Include.OBJECT;
            default -> TableWriter.Include.METADATA;
        };
        return new TableWriter.TableContent(include, true, call.site().clock().instant());
    }

    /** Custom resources have no protobuf; all else is answered as JSON, which Go clients read by its content type. */
    public static void refuseProtobuf(ApiCall call, ResourceType type, ResponseFormat representation)
            throws IOException, ApiError {
        if (representation.format() == ResponseFormat.BodyFormat.PROTOBUF && type.traits().custom()) {
            throw ApiError.general(406, "NotAcceptable",
                    "only the following media types are accepted: application/json, application/yaml");
        }
    }

    /** Any tree, in the format asked for. */
    public static void tree(ApiCall call, int status, JsonNode tree) throws IOException, ApiError {
        var representation = call.representation();
        var bytes = ResponseEncoder.bytes(tree, representation);
        boolean compressible = call.request().method().equals("GET");
        try (var out = call.exchange().open(status,
                HeaderFields.of("Content-Type", ResponseEncoder.mediaType(representation)),
                compressible)) {
            out.write(bytes);
        }
    }

    /** A bare success. */
    public static void success(ApiCall call, int code) throws IOException, ApiError {
        tree(call, code, status().put("code", code));
    }

    /** The beginning of a success. */
    public static ObjectNode status() {
        var status = StoreJson.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** A refusal, as far as the client lets it be told. */
    public static void error(HttpExchange exchange, ApiError error, HeaderFields extra) throws IOException {
        var representation = errorRepresentation(exchange);
        var bytes = ResponseEncoder.status(error.status(), representation);
        var headers = HeaderFields.of("Content-Type", ResponseEncoder.statusType(representation));
        extra.forEach(headers::add);
        var patience = error.status().path("details").path("retryAfterSeconds");
        if (patience.isIntegralNumber()) {
            headers.add("Retry-After", patience.asText());
        }
        exchange.send(error.code(), headers, bytes);
    }

    private static ResponseFormat errorRepresentation(HttpExchange exchange) {
        var request = exchange.request();
        try {
            var wanted = ResponseFormat.of(request);
            return new ResponseFormat(wanted.format(), ObjectForm.OBJECT, wanted.pretty());
        } catch (ApiError e) {
            return new ResponseFormat(ResponseFormat.BodyFormat.JSON, ObjectForm.OBJECT,
                    ResponseFormat.pretty(request));
        }
    }

    /** The text for what does not exist at all. */
    public static void noSuchPath(HttpExchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }
}
