package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tessera.demo.http.RawClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares what comes over a WebSocket with the frames that were recorded. */
final class Frames {

    private static final int CLOSE = 8;

    private Frames() {}

    static void check(RawClient client, JsonNode recorded) throws IOException {
        var head = client.head();
        recorded.path("head").forEach(line -> assertThat(head).contains(line.asText()));
        for (var frame : recorded.path("frames")) {
            check(client, frame, client.bytes(2));
        }
    }

    private static void check(RawClient client, JsonNode recorded, byte[] begin) throws IOException {
        assertThat(begin[0] & 0x0f).as("opcode").isEqualTo(recorded.path("opcode").asInt());
        int length = begin[1] & 0x7f;
        if (length == 126) {
            length = number(client.bytes(2));
        }
        var bytes = client.bytes(length);
        if ((begin[0] & 0x0f) == CLOSE) {
            assertThat(number(bytes)).isEqualTo(recorded.path("closeCode").asInt());
            return;
        }
        assertThat(bytes[0]).as("channel").isEqualTo((byte) recorded.path("channel").asInt());
        var text = new String(bytes, 1, length - 1, StandardCharsets.UTF_8);
        assertThat(tree(text)).isEqualTo(tree(recorded.path("text").asText()));
    }

    private static int number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getChar();
    }

    private static JsonNode tree(String text) throws IOException {
        return Recording.JSON.readTree(text);
    }
}
