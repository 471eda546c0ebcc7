package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import tessera.demo.api.wire.SimulatedResponseFormat.BodyFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Encoder of JSON trees in the representation that the client requested. */
public final class SimulatedApiResponseEncoder {

    private SimulatedApiResponseEncoder() {}

    /** Returns the encoded tree; JSON ends with a line break, as Go's encoder writes it. */
    public static byte[] bytes(JsonNode tree, SimulatedResponseFormat representation) {
        if (representation.format() == BodyFormat.YAML) {
            return SimulatedApiYamlEncoder.encode(tree);
        }
        var json = representation.pretty() ? SimulatedStoreJsonCodec.toPrettyBytes(tree)
                : SimulatedStoreJsonCodec.toBytes(tree);
        if (representation.pretty()) {
            return json;
        }
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** Returns the media type of {@code bytes}; JSON for a client that accepts only protobuf. */
    public static String mediaType(SimulatedResponseFormat representation) {
        return representation.format() == BodyFormat.YAML ? BodyFormat.YAML.mediaType() : BodyFormat.JSON.mediaType();
    }

    public static byte[] encodeStatus(ObjectNode status, SimulatedResponseFormat representation) {
        return representation.format() == BodyFormat.PROTOBUF
                ? ProtobufStatusEncoder.encodeStatus(status)
                : bytes(status, representation);
    }

    public static String statusMediaType(SimulatedResponseFormat representation) {
        return representation.format().mediaType();
    }
}
