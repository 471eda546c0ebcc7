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
 * An object as a client sent it.
 *
 * @param problems what is wrong without making it unreadable: fields that are there twice
 */
public record ClientBody(ObjectNode object, List<String> problems) {

    private static final int SHOWN = 2048;

    /**
     * Reads a body.
     *
     * @param contentType as sent; null is taken for JSON
     * @param expected    the kind it should hold, for complaints and for protobuf
     * @param accepted    media types that are understood, for the complaint
     */
    public static ClientBody read(byte[] bytes, @Nullable String contentType, String expected, List<String> accepted)
            throws ApiError {
        var type = contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!type.isEmpty() && !accepted.contains(type)) {
            throw unsupported(accepted);
        }
        try {
            return switch (type) {
                case "application/vnd.kubernetes.protobuf" -> new ClientBody(ProtobufReader.envelope(bytes), List.of());
                case "application/yaml", "application/apply-patch+yaml" ->
                    object(TreeReader.yaml(bytes), bytes, expected);
                default -> object(TreeReader.json(bytes), bytes, expected);
            };
        } catch (TreeReader.Unreadable e) {
            throw unrecognized(expected, "json parse error: " + e.getMessage() + " (" + shown(bytes) + ")");
        }
    }

    /** Reads a body that need not be an object: a patch. */
    public static JsonNode tree(byte[] bytes, boolean yaml) throws ApiError {
        try {
            return (yaml ? TreeReader.yaml(bytes) : TreeReader.json(bytes)).tree();
        } catch (TreeReader.Unreadable e) {
            throw ApiError.badRequest("error decoding " + (yaml ? "YAML" : "patch") + ": " + e.getMessage());
        }
    }

    public static ApiError unsupported(List<String> accepted) {
        return new ApiError(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted),
                StoreJson.object());
    }

    private static ClientBody object(TreeReader.TreeResult result, byte[] bytes, String expected) throws ApiError {
        if (result.tree() instanceof ObjectNode object) {
            return new ClientBody(object,
                    result.duplicates().stream().map(field -> "duplicate field \"" + field + "\"").toList());
        }
        throw unrecognized(expected,
                "json parse error: json: cannot unmarshal into Go value of type struct (" + shown(bytes) + ")");
    }

    private static ApiError unrecognized(String expected, String why) {
        return ApiError.badRequest("the object provided is unrecognized (must be of type " + expected
                + "): couldn't get version/kind; " + why);
    }

    private static String shown(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        return new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
    }
}
