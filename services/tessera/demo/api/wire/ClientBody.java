package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/**
 * An object as a client sent it, with the problems found while decoding.
 *
 * @param problems what is wrong without making it unreadable: fields that are there twice
 */
public record ClientBody(ObjectNode object, List<String> problems) {

    private static final int SHOWN = 2048;

    /**
     * Decodes a body.
     *
     * @param contentType as sent; null is taken for JSON
     * @param expected    the kind it should hold, for complaints and for protobuf
     * @param accepted    media types that are understood, for the complaint
     */
    public static ClientBody read(byte[] bytes, @Nullable String contentType, String expected, List<String> accepted)
            throws ApiError {
        var type = contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.isEmpty() && !accepted.contains(type)) {
            throw unsupportedMediaType(accepted);
        }
        try {
            return switch (type) {
                case "application/vnd.kubernetes.protobuf" ->
                    new ClientBody(ProtobufReader.readEnvelope(bytes), List.of());
                case "application/yaml", "application/apply-patch+yaml" ->
                    toBody(TreeReader.readYaml(bytes), bytes, expected);
                default -> toBody(TreeReader.readJson(bytes), bytes, expected);
            };
        } catch (TreeReader.UnreadableBodyException e) {
            throw unrecognizedObject(expected, "json parse error: " + e.getMessage() + " (" + excerptText(bytes) + ")");
        }
    }

    /** Decodes a body that need not be an object, such as a patch. */
    public static JsonNode readTree(byte[] bytes, boolean yaml) throws ApiError {
        try {
            return (yaml ? TreeReader.readYaml(bytes) : TreeReader.readJson(bytes)).tree();
        } catch (TreeReader.UnreadableBodyException e) {
            throw ApiError.badRequest("error decoding " + (yaml ? "YAML" : "patch") + ": " + e.getMessage());
        }
    }

    public static ApiError unsupportedMediaType(List<String> accepted) {
        return new ApiError(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                StoreJson.newObject());
    }

    private static ClientBody toBody(TreeReader.TreeResult result, byte[] bytes, String expected) throws ApiError {
        if (result.tree() instanceof ObjectNode object) {
            return new ClientBody(object,
                    result.duplicates().stream().map(field -> "duplicate field \"" + field + "\"").toList());
        }
        throw unrecognizedObject(expected,
                "json parse error: json: cannot unmarshal into Go value of type struct (" + excerptText(bytes) + ")");
    }

    private static ApiError unrecognizedObject(String expected, String reason) {
        return ApiError.badRequest("the object provided is unrecognized (must be of type " + expected
                + "): couldn't get version/kind; " + reason);
    }

    private static String excerptText(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        return new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
    }
}
