package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import tessera.demo.api.wire.ResponseFormat.BodyFormat;
import tessera.demo.store.StoreJson;

/** Turns trees into the bytes clients asked for. */
public final class ResponseEncoder {

    private ResponseEncoder() {}

    /** JSON ends with a line break, as Go's encoder leaves it. */
    public static byte[] bytes(JsonNode tree, ResponseFormat representation) {
        if (representation.format() == BodyFormat.YAML) {
            return YamlEncoder.bytes(tree);
        }
        var json = representation.pretty() ? StoreJson.prettyBytes(tree) : StoreJson.bytes(tree);
        if (representation.pretty()) {
            return json;
        }
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** The media type of {@link #bytes}; who asks for nothing but protobuf gets JSON. */
    public static String mediaType(ResponseFormat representation) {
        return representation.format() == BodyFormat.YAML ? BodyFormat.YAML.mediaType() : BodyFormat.JSON.mediaType();
    }

    public static byte[] status(ObjectNode status, ResponseFormat representation) {
        return representation.format() == BodyFormat.PROTOBUF
                ? ProtobufWriter.status(status)
                : bytes(status, representation);
    }

    public static String statusType(ResponseFormat representation) {
        return representation.format().mediaType();
    }
}
