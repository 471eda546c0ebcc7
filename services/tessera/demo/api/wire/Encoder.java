package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import tessera.demo.api.wire.Representation.Format;
import tessera.demo.store.Json;

/** Turns trees into the bytes clients asked for. */
public final class Encoder {

    private Encoder() {}

    /** JSON ends with a line break, as Go's encoder leaves it. */
    public static byte[] bytes(JsonNode tree, Representation representation) {
        if (representation.format() == Format.YAML) {
            return Yaml.bytes(tree);
        }
        var json = representation.pretty() ? Json.prettyBytes(tree) : Json.bytes(tree);
        if (representation.pretty()) {
            return json;
        }
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** The media type of {@link #bytes}; who asks for nothing but protobuf gets JSON. */
    public static String mediaType(Representation representation) {
        return representation.format() == Format.YAML ? Format.YAML.mediaType() : Format.JSON.mediaType();
    }

    public static byte[] status(ObjectNode status, Representation representation) {
        return representation.format() == Format.PROTOBUF
                ? ProtobufWriter.status(status)
                : bytes(status, representation);
    }

    public static String statusType(Representation representation) {
        return representation.format().mediaType();
    }
}
