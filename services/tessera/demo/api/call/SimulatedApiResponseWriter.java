package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.api.wire.SimulatedApiResponseEncoder;
import tessera.demo.api.wire.SimulatedResponseFormat;
import tessera.demo.api.wire.SimulatedResponseFormat.ObjectRepresentation;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Writer of responses in the format that the client accepts. */
public final class SimulatedApiResponseWriter {

    private SimulatedApiResponseWriter() {}

    /** Writes an object of a resource, in the requested form. */
    public static void writeObject(SimulatedAuthenticatedRequest call, int status, SimulatedResourceType type,
            ObjectNode object)
            throws IOException, SimulatedApiException {
        var representation = call.responseFormat();
        refuseProtobuf(call, type, representation);
        switch (representation.objectRepresentation()) {
            case OBJECT -> writeTree(call, status, object);
            case METADATA -> writeTree(call, status, SimulatedTableResponseWriter.partialMetadata(object));
            case TABLE -> {
                var metadata = SimulatedStoreJsonCodec.newObject();
                metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
                writeTree(call, status, call.context().tables().writerFor(type).writeTable(type, metadata,
                        List.of(object), tableContent(call)));
            }
        }
    }

    /** Returns the content of a table that the query parameters ask for. */
    public static SimulatedTableResponseWriter.TableResponseOptions tableContent(SimulatedAuthenticatedRequest call) {
        var includedObjectPart = switch (call.queryParameters().firstValue("includeObject", "")) {
            case "None" -> SimulatedTableResponseWriter.IncludedObjectPart.NOTHING;
            case "Object" -> SimulatedTableResponseWriter.IncludedObjectPart.OBJECT;
            default -> SimulatedTableResponseWriter.IncludedObjectPart.METADATA;
        };
        return new SimulatedTableResponseWriter.TableResponseOptions(includedObjectPart, true,
                call.context().clock().instant());
    }

    /** Refuses protobuf for custom resources; for all else JSON is sent, which Go clients recognize by its content type. */
    public static void refuseProtobuf(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            SimulatedResponseFormat representation)
            throws IOException, SimulatedApiException {
        if (representation.format() == SimulatedResponseFormat.BodyFormat.PROTOBUF && type.traits().isCustom()) {
            throw SimulatedApiException.withReason(406, "NotAcceptable",
                    "only the following media types are accepted: application/json, application/yaml");
        }
    }

    /** Writes a JSON tree, in the requested format. */
    public static void writeTree(SimulatedAuthenticatedRequest call, int status, JsonNode tree)
            throws IOException, SimulatedApiException {
        var representation = call.responseFormat();
        var bytes = SimulatedApiResponseEncoder.bytes(tree, representation);
        boolean compressible = call.request().method().equals("GET");
        try (var out = call.exchange().open(status,
                HttpHeaderFields.of("Content-Type", SimulatedApiResponseEncoder.mediaType(representation)),
                compressible)) {
            out.write(bytes);
        }
    }

    /** Writes a status of success. */
    public static void writeSuccess(SimulatedAuthenticatedRequest call, int code)
            throws IOException, SimulatedApiException {
        writeTree(call, code, successStatus().put("code", code));
    }

    /** Returns a status of success without a code. */
    public static ObjectNode successStatus() {
        var status = SimulatedStoreJsonCodec.newObject().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** Writes an error, in the format that the client accepts if possible. */
    public static void writeError(HttpExchange exchange, SimulatedApiException error, HttpHeaderFields extra)
            throws IOException {
        var representation = errorFormat(exchange);
        var bytes = SimulatedApiResponseEncoder.encodeStatus(error.statusBody(), representation);
        var headers = HttpHeaderFields.of("Content-Type", SimulatedApiResponseEncoder.statusMediaType(representation));
        extra.forEach(headers::add);
        var patience = error.statusBody().path("details").path("retryAfterSeconds");
        if (patience.isIntegralNumber()) {
            headers.add("Retry-After", patience.asText());
        }
        exchange.send(error.code(), headers, bytes);
    }

    private static SimulatedResponseFormat errorFormat(HttpExchange exchange) {
        var request = exchange.request();
        try {
            var format = SimulatedResponseFormat.of(request);
            return new SimulatedResponseFormat(format.format(), ObjectRepresentation.OBJECT, format.pretty());
        } catch (SimulatedApiException e) {
            return new SimulatedResponseFormat(SimulatedResponseFormat.BodyFormat.JSON, ObjectRepresentation.OBJECT,
                    SimulatedResponseFormat.prefersIndentation(request));
        }
    }

    /** Writes the text for paths that do not exist. */
    public static void writeNoSuchPath(HttpExchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }
}
