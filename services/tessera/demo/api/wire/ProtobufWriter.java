package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a {@code Status} as protobuf: the one answer for which a client may accept nothing else. */
final class ProtobufWriter {

    private ProtobufWriter() {}

    static byte[] status(JsonNode status) {
        var type = new ByteArrayOutputStream();
        text(type, 1, "v1");
        text(type, 2, "Status");
        var message = new ByteArrayOutputStream();
        var metadata = new ByteArrayOutputStream();
        text(metadata, 1, "");
        text(metadata, 2, "");
        text(metadata, 3, "");
        part(message, 1, metadata.toByteArray());
        text(message, 2, status.path("status").asText());
        text(message, 3, status.path("message").asText());
        text(message, 4, status.path("reason").asText());
        number(message, 6, status.path("code").asLong());
        var envelope = new ByteArrayOutputStream();
        envelope.writeBytes(new byte[] {'k', '8', 's', 0});
        part(envelope, 1, type.toByteArray());
        part(envelope, 2, message.toByteArray());
        text(envelope, 3, "");
        text(envelope, 4, "");
        return envelope.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, int field, String text) {
        part(out, field, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void part(ByteArrayOutputStream out, int field, byte[] bytes) {
        varint(out, (long) field << 3 | 2);
        varint(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void number(ByteArrayOutputStream out, int field, long value) {
        varint(out, (long) field << 3);
        varint(out, value);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
