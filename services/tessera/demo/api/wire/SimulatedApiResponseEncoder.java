package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
        if (representation.format() == BodyFormat.YAML) {
            return BodyFormat.YAML.mediaType();
        }
        return BodyFormat.JSON.mediaType();
    }

    public static byte[] encodeStatus(ObjectNode status, SimulatedResponseFormat representation) {
        if (representation.format() == BodyFormat.PROTOBUF) {
            return ProtobufStatusEncoder.encodeStatus(status);
        }
        return bytes(status, representation);
    }

    public static String statusMediaType(SimulatedResponseFormat representation) {
        return representation.format().mediaType();
    }

    /** Protobuf encoder for {@code Status}, the only response for which a client may accept nothing else. */
    private static final class ProtobufStatusEncoder {

        private ProtobufStatusEncoder() {}

        static byte[] encodeStatus(JsonNode status) {
            var type = new ByteArrayOutputStream();
            writeText(type, 1, "v1");
            writeText(type, 2, "Status");
            var message = new ByteArrayOutputStream();
            var metadata = new ByteArrayOutputStream();
            writeText(metadata, 1, "");
            writeText(metadata, 2, "");
            writeText(metadata, 3, "");
            writeBytes(message, 1, metadata.toByteArray());
            writeText(message, 2, status.path("status").asText());
            writeText(message, 3, status.path("message").asText());
            writeText(message, 4, status.path("reason").asText());
            writeNumber(message, 6, status.path("code").asLong());
            var envelope = new ByteArrayOutputStream();
            envelope.writeBytes(new byte[] {'k', '8', 's', 0});
            writeBytes(envelope, 1, type.toByteArray());
            writeBytes(envelope, 2, message.toByteArray());
            writeText(envelope, 3, "");
            writeText(envelope, 4, "");
            return envelope.toByteArray();
        }

        private static void writeText(ByteArrayOutputStream out, int field, String text) {
            writeBytes(out, field, text.getBytes(StandardCharsets.UTF_8));
        }

        private static void writeBytes(ByteArrayOutputStream out, int field, byte[] bytes) {
            writeVarint(out, (long) field << 3 | 2);
            writeVarint(out, bytes.length);
            out.writeBytes(bytes);
        }

        private static void writeNumber(ByteArrayOutputStream out, int field, long value) {
            writeVarint(out, (long) field << 3);
            writeVarint(out, value);
        }

        private static void writeVarint(ByteArrayOutputStream out, long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) ((rest & 0x7f) | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
    }
}
