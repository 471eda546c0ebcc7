package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Decoder of the objects that Go clients send as protobuf: an envelope that names the kind, and the message in it. */
final class SimulatedProtobufRequestDecoder {

    private static final ByteString MAGIC = ByteString.copyFrom(new byte[] {'k', '8', 's', 0});
    private static final JsonNodeFactory NODES = SimulatedStoreJsonCodec.NODES;
    /** The supported messages, as {@code messages.txt} describes them. */
    private static final Map<String, List<ProtobufField>> MESSAGES = readMessages();

    private SimulatedProtobufRequestDecoder() {}

    /**
     * A field of a message.
     *
     * @param name the field of the object; a dash if the content belongs to the enclosing object, as in JSON
     * @param many {@code []} for a list, {@code {}} for a map; empty for one value
     */
    private record ProtobufField(int number, String name, String many, String type) {

        static ProtobufField parse(String text) {
            var words = text.split(" ", -1);
            boolean several = words[2].startsWith("[]") || words[2].startsWith("{}");
            return new ProtobufField(Integer.parseInt(words[0]), words[1], several ? words[2].substring(0, 2) : "",
                    several ? words[2].substring(2) : words[2]);
        }
    }

    static ObjectNode readEnvelope(byte[] bytes) throws SimulatedApiException {
        var body = ByteString.copyFrom(bytes);
        if (!body.startsWith(MAGIC)) {
            throw SimulatedApiException.badRequest(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        try {
            var envelope = UnknownFieldSet.parseFrom(body.substring(MAGIC.size()));
            var type = UnknownFieldSet.parseFrom(lastBytes(envelope, 1));
            var kind = lastBytes(type, 2).toStringUtf8();
            var object = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion",
                    lastBytes(type, 1).toStringUtf8());
            return object.setAll(readMessage(kind, lastBytes(envelope, 2)));
        } catch (IOException e) {
            throw SimulatedApiException.badRequest("malformed protobuf: " + e.getMessage());
        }
    }

    private static ByteString lastBytes(UnknownFieldSet message, int number) {
        var values = message.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? ByteString.EMPTY : values.getLast();
    }

    private static long lastNumber(UnknownFieldSet message, int number) {
        var values = message.getField(number).getVarintList();
        return values.isEmpty() ? 0 : values.getLast();
    }

    private static ObjectNode readMessage(String name, ByteString bytes) throws IOException {
        var fields = MESSAGES.get(name);
        if (fields == null) {
            throw new IOException("the simulated server does not read " + name + " as protobuf");
        }
        var message = UnknownFieldSet.parseFrom(bytes);
        var object = SimulatedStoreJsonCodec.newObject();
        for (var field : fields) {
            var sent = message.getField(field.number());
            for (var number : sent.getVarintList()) {
                putValue(object, field, scalarOf(field.type(), number));
            }
            for (var value : sent.getLengthDelimitedList()) {
                if (field.many().equals("{}")) {
                    putEntry(object, field, value);
                } else {
                    putValue(object, field, valueOf(field.type(), value));
                }
            }
        }
        return object;
    }

    private static void putValue(ObjectNode object, ProtobufField field, @Nullable JsonNode value) {
        if (field.many().equals("[]")) {
            object.withArray(field.name()).add(value == null ? NODES.textNode("") : value);
        } else if (field.name().equals("-") && value instanceof ObjectNode part) {
            object.setAll(part);
        } else if (value != null) {
            object.set(field.name(), value);
        }
    }

    private static void putEntry(ObjectNode object, ProtobufField field, ByteString bytes) throws IOException {
        var entry = UnknownFieldSet.parseFrom(bytes);
        var value = valueOf(field.type(), lastBytes(entry, 2));
        SimulatedStoreJsonCodec.childObject(object, field.name()).set(lastBytes(entry, 1).toStringUtf8(),
                value == null ? NODES.textNode("") : value);
    }

    /** Returns a number or a flag; null if it means absence. */
    private static @Nullable JsonNode scalarOf(String type, long number) throws IOException {
        return switch (type) {
            case "int", "int?" -> number == 0 && type.equals("int") ? null : NODES.numberNode(number);
            case "bool", "bool?" -> number == 0 && type.equals("bool") ? null : NODES.booleanNode(number != 0);
            default -> throw new IOException("a number is no " + type);
        };
    }

    /** Returns the value that bytes are; null if they mean absence. */
    private static @Nullable JsonNode valueOf(String type, ByteString bytes) throws IOException {
        return switch (type) {
            case "string" -> bytes.isEmpty() ? null : NODES.textNode(bytes.toStringUtf8());
            case "string?" -> NODES.textNode(bytes.toStringUtf8());
            case "bytes" -> NODES.textNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case "time", "microtime" -> timeOf(bytes, type.equals("microtime"));
            case "quantity" ->
                NODES.textNode(bytes.isEmpty() ? "0" : lastBytes(UnknownFieldSet.parseFrom(bytes), 1).toStringUtf8());
            case "intorstring" -> intOrStringOf(UnknownFieldSet.parseFrom(bytes));
            case "fields" -> SimulatedStoreJsonCodec.parseTree(bytes.isEmpty() ? new byte[] {'{', '}'}
                    : lastBytes(UnknownFieldSet.parseFrom(bytes), 1).toByteArray());
            case "int", "int?", "bool", "bool?" -> throw new IOException("bytes are no " + type);
            default -> readMessage(type, bytes);
        };
    }

    private static @Nullable JsonNode timeOf(ByteString bytes, boolean micros) throws IOException {
        if (bytes.isEmpty()) {
            return null;
        }
        var time = UnknownFieldSet.parseFrom(bytes);
        var moment = Instant.ofEpochSecond(lastNumber(time, 1), lastNumber(time, 2));
        return NODES.textNode(
                micros ? SimulatedTimestampFormat.microsText(moment) : SimulatedTimestampFormat.secondsText(moment));
    }

    private static JsonNode intOrStringOf(UnknownFieldSet value) {
        var text = lastBytes(value, 3).toStringUtf8();
        return text.isEmpty() ? NODES.numberNode(lastNumber(value, 2)) : NODES.textNode(text);
    }

    private static Map<String, List<ProtobufField>> readMessages() {
        var all = new HashMap<String, List<ProtobufField>>();
        SimulatedStoreJsonCodec.readResourceLines(SimulatedProtobufRequestDecoder.class, "messages.txt").stream()
                .filter(line -> !line.startsWith("#")).map(line -> line.split(": ", 2)).forEach(parts -> all
                        .put(parts[0], Stream.of(parts[1].split(", ", -1)).map(ProtobufField::parse).toList()));
        return Map.copyOf(all);
    }
}
