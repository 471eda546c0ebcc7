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

/** Writer of responses in the format that the client accepts. */
public final class ResponseWriter {

    private ResponseWriter() {}

    /** Writes an object of a resource, in the requested form. */
    public static void writeObject(ApiCall call, int status, ResourceType type, ObjectNode object)
            throws IOException, ApiError {
        var representation = call.responseFormat();
        refuseProtobuf(call, type, representation);
        switch (representation.form()) {
            case OBJECT -> writeTree(call, status, object);
            case METADATA -> writeTree(call, status, TableWriter.partialMetadata(object));
            case TABLE -> {
                var metadata = StoreJson.newObject();
                metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
                writeTree(call, status, call.context().tables().writerFor(type).writeTable(type, metadata,
                        List.of(object), tableContent(call)));
            }
        }
    }

    /** Returns the content of a table that the query parameters ask for. */
    public static TableWriter.TableContent tableContent(ApiCall call) {
        var include = switch (call.queryParameters().firstValue("includeObject", "")) {
            case "None" -> TableWriter.Include.NOTHING;
            case "Object" -> TableWriter.Include.OBJECT;
            default -> TableWriter.Include.METADATA;
        };
        return new TableWriter.TableContent(include, true, call.context().clock().instant());
    }

    /** Refuses protobuf for custom resources; for all else JSON is sent, which Go clients recognize by its content type. */
    public static void refuseProtobuf(ApiCall call, ResourceType type, ResponseFormat representation)
            throws IOException, ApiError {
        if (representation.format() == ResponseFormat.BodyFormat.PROTOBUF && type.traits().isCustom()) {
            throw ApiError.withReason(406, "NotAcceptable",
                    "only the following media types are accepted: application/json, application/yaml");
        }
    }

    /** Writes a JSON tree, in the requested format. */
    public static void writeTree(ApiCall call, int status, JsonNode tree) throws IOException, ApiError {
        var representation = call.responseFormat();
        var bytes = ResponseEncoder.bytes(tree, representation);
        boolean compressible = call.request().method().equals("GET");
        try (var out = call.exchange().open(status,
                HeaderFields.of("Content-Type", ResponseEncoder.mediaType(representation)),
                compressible)) {
            out.write(bytes);
        }
    }

    /** Writes a status of success. */
    public static void writeSuccess(ApiCall call, int code) throws IOException, ApiError {
        writeTree(call, code, successStatus().put("code", code));
    }

    /** Returns a status of success without a code. */
    public static ObjectNode successStatus() {
        var status = StoreJson.newObject().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** Writes an error, in the format that the client accepts if possible. */
    public static void writeError(HttpExchange exchange, ApiError error, HeaderFields extra) throws IOException {
        var representation = errorFormat(exchange);
        var bytes = ResponseEncoder.encodeStatus(error.statusBody(), representation);
        var headers = HeaderFields.of("Content-Type", ResponseEncoder.statusMediaType(representation));
        extra.forEach(headers::add);
        var patience = error.statusBody().path("details").path("retryAfterSeconds");
        if (patience.isIntegralNumber()) {
            headers.add("Retry-After", patience.asText());
        }
        exchange.send(error.code(), headers, bytes);
    }

    private static ResponseFormat errorFormat(HttpExchange exchange) {
        var request = exchange.request();
        try {
            var wanted = ResponseFormat.of(request);
            return new ResponseFormat(wanted.format(), ObjectForm.OBJECT, wanted.pretty());
        } catch (ApiError e) {
            return new ResponseFormat(ResponseFormat.BodyFormat.JSON, ObjectForm.OBJECT,
                    ResponseFormat.prefersIndentation(request));
        }
    }

    /** Writes the text for paths that do not exist. */
    public static void writeNoSuchPath(HttpExchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }
}
