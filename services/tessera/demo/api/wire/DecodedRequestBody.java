package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * An object as a client sent it, with the problems found while decoding.
 *
 * @param problems what is wrong without making it unreadable: fields that are there twice
 */
public record DecodedRequestBody(ObjectNode object, List<String> problems) {

    private static final int SHOWN = 2048;

    /**
     * Decodes a body.
     *
     * @param contentType as sent; null is taken for JSON
     * @param expected    the kind it should hold, for complaints and for protobuf
     * @param accepted    media types that are understood, for the complaint
     */
    public static DecodedRequestBody read(byte[] bytes, @Nullable String contentType, String expected,
            List<String> accepted)
            throws SimulatedApiException {
        var type = contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.isEmpty() && !accepted.contains(type)) {
            throw unsupportedMediaType(accepted);
        }
        try {
            return switch (type) {
                case "application/vnd.kubernetes.protobuf" ->
                    new DecodedRequestBody(SimulatedProtobufRequestDecoder.readEnvelope(bytes), List.of());
                case "application/yaml", "application/apply-patch+yaml" ->
                    toBody(SimulatedRequestBodyParser.readYaml(bytes), bytes, expected);
                default -> toBody(SimulatedRequestBodyParser.readJson(bytes), bytes, expected);
            };
        } catch (SimulatedRequestBodyParser.UnreadableBodyException e) {
            throw unrecognizedObject(expected, "json parse error: " + e.getMessage() + " (" + excerptText(bytes) + ")");
        }
    }

    /** Decodes a body that need not be an object, such as a patch. */
    public static JsonNode readTree(byte[] bytes, boolean yaml) throws SimulatedApiException {
        try {
            return (yaml ? SimulatedRequestBodyParser.readYaml(bytes) : SimulatedRequestBodyParser.readJson(bytes))
                    .tree();
        } catch (SimulatedRequestBodyParser.UnreadableBodyException e) {
            throw SimulatedApiException
                    .badRequest("error decoding " + (yaml ? "YAML" : "patch") + ": " + e.getMessage());
        }
    }

    public static SimulatedApiException unsupportedMediaType(List<String> accepted) {
        return new SimulatedApiException(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                SimulatedStoreJsonCodec.newObject());
    }

    private static DecodedRequestBody toBody(SimulatedRequestBodyParser.ParsedBody result, byte[] bytes,
            String expected)
            throws SimulatedApiException {
        if (result.tree() instanceof ObjectNode object) {
            return new DecodedRequestBody(object,
                    result.duplicates().stream().map(field -> "duplicate field \"" + field + "\"").toList());
        }
        throw unrecognizedObject(expected,
                "json parse error: json: cannot unmarshal into Go value of type struct (" + excerptText(bytes) + ")");
    }

    private static SimulatedApiException unrecognizedObject(String expected, String reason) {
        return SimulatedApiException.badRequest("the object provided is unrecognized (must be of type " + expected
                + "): couldn't get version/kind; " + reason);
    }

    private static String excerptText(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        return new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
    }
}
