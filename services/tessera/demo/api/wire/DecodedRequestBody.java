package tessera.demo.api.wire;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Serial;
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
    private static final ObjectMapper JSON = JsonMapper.builder(SimulatedStoreJsonCodec.FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    /**
     * Decodes a body.
     *
     * @param contentType as sent; null is taken for JSON
     * @param expected    the kind it should hold, for complaints and for protobuf
     * @param accepted    media types that are understood, for the complaint
     */
    public static DecodedRequestBody read(byte[] bytes, @Nullable String contentType, String expected,
            List<String> accepted) throws SimulatedApiException {
        var type = mediaType(contentType);
        if (!type.isEmpty() && !accepted.contains(type)) {
            throw unsupportedMediaType(accepted);
        }
        if (type.equals("application/vnd.kubernetes.protobuf")) {
            return new DecodedRequestBody(SimulatedProtobufRequestDecoder.readEnvelope(bytes), List.of());
        }
        try {
            var mapper = type.equals("application/yaml") ? YAML : JSON;
            if (parseTree(bytes, mapper) instanceof ObjectNode object) {
                return new DecodedRequestBody(object,
                        JsonDuplicateFieldFinder.findDuplicates(bytes, mapper.getFactory()));
            }
        } catch (UnreadableBodyException e) {
            throw unrecognizedObject(expected, "json parse error: " + e.getMessage() + " (" + excerptText(bytes) + ")");
        }
        throw unrecognizedObject(expected,
                "json parse error: json: cannot unmarshal into Go value of type struct (" + excerptText(bytes) + ")");
    }

    /** Returns a content type without its parameters; empty for none. */
    public static String mediaType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Decodes a body that need not be an object, such as a patch. */
    public static JsonNode readTree(byte[] bytes, boolean yaml) throws SimulatedApiException {
        try {
            return parseTree(bytes, yaml ? YAML : JSON);
        } catch (UnreadableBodyException e) {
            throw SimulatedApiException
                    .badRequest("error decoding " + (yaml ? "YAML" : "patch") + ": " + e.getMessage());
        }
    }

    /** An unreadable body, with the error message of Go's decoder. */
    private static final class UnreadableBodyException extends IOException {

        @Serial
        private static final long serialVersionUID = 1;

        UnreadableBodyException(String message) {
            super(message);
        }
    }

    private static JsonNode parseTree(byte[] bytes, ObjectMapper mapper) throws UnreadableBodyException {
        JsonNode tree;
        try {
            tree = mapper.readTree(bytes);
        } catch (JsonEOFException e) {
            throw new UnreadableBodyException("unexpected end of JSON input");
        } catch (MismatchedInputException e) {
            throw new UnreadableBodyException("invalid character after top-level value");
        } catch (IOException e) {
            throw new UnreadableBodyException(problemText(bytes, mapper, e));
        }
        if (tree.isMissingNode()) {
            throw new UnreadableBodyException("unexpected end of JSON input");
        }
        return tree;
    }

    private static String problemText(byte[] bytes, ObjectMapper mapper, IOException problem) {
        if (mapper.equals(YAML)) {
            return "error converting YAML to JSON: yaml: "
                    + String.valueOf(problem.getMessage()).lines().findFirst().orElse("malformed");
        }
        if (!(problem instanceof JsonParseException e)) {
            return String.valueOf(problem.getMessage());
        }
        int at = (int) Math.max(0, e.getLocation() == null ? 0 : e.getLocation().getByteOffset() - 1);
        char culprit = at < bytes.length ? (char) (bytes[at] & 0xff) : ' ';
        return "invalid character '" + culprit + "' looking for beginning of value";
    }

    public static SimulatedApiException unsupportedMediaType(List<String> accepted) {
        return new SimulatedApiException(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                SimulatedStoreJsonCodec.newObject());
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
