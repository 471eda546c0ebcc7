package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import tessera.demo.api.wire.SimulatedTableResponseWriter;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Writer of responses in the form that the client accepts. */
final class SimulatedApiResponseWriter {

    private SimulatedApiResponseWriter() {}

    static void writeObject(SimulatedAuthenticatedRequest call, int status, SimulatedResourceType type,
            ObjectNode object) throws IOException, SimulatedApiException {
        writeTree(call, status, switch (call.responseFormat()) {
            case OBJECT -> object;
            case METADATA -> SimulatedTableResponseWriter.partialMetadata(object);
            case TABLE -> tableWriter(call, type).tableOf(object, true);
        });
    }

    /** Returns a writer of tables with as much of the objects as the query parameters ask for. */
    static SimulatedTableResponseWriter tableWriter(SimulatedAuthenticatedRequest call, SimulatedResourceType type) {
        var includedObjectPart = switch (call.queryParameters().firstValue("includeObject", "")) {
            case "None" -> SimulatedTableResponseWriter.IncludedObjectPart.NOTHING;
            case "Object" -> SimulatedTableResponseWriter.IncludedObjectPart.OBJECT;
            default -> SimulatedTableResponseWriter.IncludedObjectPart.METADATA;
        };
        return new SimulatedTableResponseWriter(type, call.storedObjects().schemas().printerColumns(type),
                includedObjectPart, call.context().clock().instant());
    }

    /** Writes a JSON tree to a client that accepts JSON; it ends with a line break, as Go's encoder writes it. */
    static void writeTree(SimulatedAuthenticatedRequest call, int status, JsonNode tree)
            throws IOException, SimulatedApiException {
        call.responseFormat();
        boolean compressible = call.request().method().equals("GET");
        try (var out = call.exchange().open(status, HttpHeaderFields.of("Content-Type", "application/json"),
                compressible)) {
            out.write(SimulatedStoreJsonCodec.toLine(tree));
        }
    }

    static void writeSuccess(SimulatedAuthenticatedRequest call, int code) throws IOException, SimulatedApiException {
        writeTree(call, code, successStatus().put("code", code));
    }

    static ObjectNode successStatus() {
        var status = SimulatedStoreJsonCodec.newObject().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success");
    }

    /** Writes an error, as JSON whatever the client accepts. */
    static void writeError(HttpExchange exchange, SimulatedApiException error, HttpHeaderFields extra)
            throws IOException {
        var headers = HttpHeaderFields.of("Content-Type", "application/json");
        extra.forEach(headers::add);
        var patience = error.statusBody().path("details").path("retryAfterSeconds");
        if (patience.isIntegralNumber()) {
            headers.add("Retry-After", patience.asText());
        }
        exchange.send(error.code(), headers, SimulatedStoreJsonCodec.toLine(error.statusBody()));
    }

    static void writeNoSuchPath(HttpExchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }
}
