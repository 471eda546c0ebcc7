package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.wire.SimulatedProtobufRequestDecoder.ProtobufMessageDescriptors.ProtobufField;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Decoder of the objects that Go clients send as protobuf: an envelope that names the kind, and the message in it. */
final class SimulatedProtobufRequestDecoder {

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private SimulatedProtobufRequestDecoder() {}

    static ObjectNode readEnvelope(byte[] bytes) throws SimulatedApiException {
        if (bytes.length < MAGIC.length || !Arrays.equals(MAGIC, Arrays.copyOf(bytes, MAGIC.length))) {
            throw SimulatedApiException.badRequest(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        try {
            var apiVersion = "";
            var kind = "";
            var raw = new byte[0];
            var unknown = new ProtobufFieldReader(bytes, MAGIC.length, bytes.length);
            while (unknown.next()) {
                switch (unknown.fieldNumber()) {
                    case 1 -> {
                        var type = unknown.readMessage();
                        while (type.next()) {
                            switch (type.fieldNumber()) {
                                case 1 -> apiVersion = readText(type);
                                case 2 -> kind = readText(type);
                                default -> type.skip();
                            }
                        }
                    }
                    case 2 -> raw = unknown.readBytes();
                    default -> unknown.skip();
                }
            }
            var object = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", apiVersion);
            object.setAll(readMessage(kind, new ProtobufFieldReader(raw, 0, raw.length)));
            return object;
        } catch (IOException e) {
            throw SimulatedApiException.badRequest("malformed protobuf: " + e.getMessage());
        }
    }

    private static ObjectNode readMessage(String name, ProtobufFieldReader input) throws IOException {
        var fields = ProtobufMessageDescriptors.fieldsOf(name);
        if (fields == null) {
            throw new IOException("the simulated server does not read " + name + " as protobuf");
        }
        var object = SimulatedStoreJsonCodec.newObject();
        while (input.next()) {
            var field = fields.get(input.fieldNumber());
            if (field == null) {
                input.skip();
            } else {
                putField(object, field, input);
            }
        }
        return object;
    }

    private static void putField(ObjectNode object, ProtobufField field, ProtobufFieldReader input)
            throws IOException {
        switch (field.many()) {
            case ONE -> {
                var value = readValue(field.type(), input);
                if (field.isInline() && value instanceof ObjectNode part) {
                    object.setAll(part);
                } else if (value != null) {
                    object.set(field.name(), value);
                }
            }
            case LIST -> {
                var value = readValue(field.type(), input);
                object.withArray(field.name()).add(value == null ? SimulatedStoreJsonCodec.NODES.textNode("") : value);
            }
            case MAP -> {
                var entry = input.readMessage();
                var key = "";
                JsonNode value = SimulatedStoreJsonCodec.NODES.textNode("");
                while (entry.next()) {
                    if (entry.fieldNumber() == 1) {
                        key = readText(entry);
                    } else {
                        var read = readValue(field.type(), entry);
                        value = read == null ? value : read;
                    }
                }
                SimulatedStoreJsonCodec.childObject(object, field.name()).set(key, value);
            }
        }
    }

    /** Returns the decoded value; null if it means absence. */
    private static @Nullable JsonNode readValue(String type, ProtobufFieldReader input) throws IOException {
        return switch (type) {
            case "string", "string?" -> {
                var text = readText(input);
                yield text.isEmpty() && type.equals("string") ? null : SimulatedStoreJsonCodec.NODES.textNode(text);
            }
            case "bytes" ->
                SimulatedStoreJsonCodec.NODES.textNode(Base64.getEncoder().encodeToString(input.readBytes()));
            case "int", "int?" -> {
                long number = input.readVarint();
                yield number == 0 && type.equals("int") ? null : SimulatedStoreJsonCodec.NODES.numberNode(number);
            }
            case "bool", "bool?" -> {
                boolean flag = input.readVarint() != 0;
                yield flag || type.equals("bool?") ? SimulatedStoreJsonCodec.NODES.booleanNode(flag) : null;
            }
            case "time", "microtime" -> readTime(input.readMessage(), type.equals("microtime"));
            case "quantity" -> readQuantity(input.readMessage());
            case "intorstring" -> readIntOrString(input.readMessage());
            case "fields" -> readFieldSet(input.readMessage());
            default -> readMessage(type, input.readMessage());
        };
    }

    private static String readText(ProtobufFieldReader input) throws IOException {
        return new String(input.readBytes(), StandardCharsets.UTF_8);
    }

    private static @Nullable JsonNode readTime(ProtobufFieldReader time, boolean micros) throws IOException {
        long seconds = 0;
        long nanos = 0;
        boolean said = false;
        while (time.next()) {
            said = true;
            if (time.fieldNumber() == 1) {
                seconds = time.readVarint();
            } else {
                nanos = time.readVarint();
            }
        }
        var moment = Instant.EPOCH.plus(seconds, ChronoUnit.SECONDS).plusNanos(nanos);
        if (said) {
            return SimulatedStoreJsonCodec.NODES.textNode(
                    micros ? SimulatedTimestampFormat.microsText(moment)
                            : SimulatedTimestampFormat.secondsText(moment));
        }
        return null;
    }

    private static JsonNode readQuantity(ProtobufFieldReader fields) throws IOException {
        var text = "0";
        while (fields.next()) {
            text = readText(fields);
        }
        return SimulatedStoreJsonCodec.NODES.textNode(text);
    }

    private static JsonNode readIntOrString(ProtobufFieldReader value) throws IOException {
        long number = 0;
        var text = "";
        while (value.next()) {
            switch (value.fieldNumber()) {
                case 2 -> number = value.readVarint();
                case 3 -> text = readText(value);
                default -> value.skip();
            }
        }
        if (text.isEmpty()) {
            return SimulatedStoreJsonCodec.NODES.numberNode(number);
        }
        return SimulatedStoreJsonCodec.NODES.textNode(text);
    }

    private static JsonNode readFieldSet(ProtobufFieldReader fields) throws IOException {
        var raw = new byte[] {'{', '}'};
        while (fields.next()) {
            raw = fields.readBytes();
        }
        return SimulatedStoreJsonCodec.parseTree(raw);
    }

    /** The supported protobuf messages, as {@code messages.txt} describes them. */
    static final class ProtobufMessageDescriptors {

        private static final Map<String, Map<Integer, ProtobufField>> ALL = readMessages();

        private ProtobufMessageDescriptors() {}

        /** The cardinality of a field. */
        enum FieldCardinality {
            ONE,
            LIST,
            MAP
        }

        record ProtobufField(String name, FieldCardinality many, String type) {

            /** Returns whether the field's content belongs to the enclosing message, as in JSON. */
            boolean isInline() {
                return name.equals("-");
            }
        }

        static @Nullable Map<Integer, ProtobufField> fieldsOf(String message) {
            return ALL.get(message);
        }

        private static Map<String, Map<Integer, ProtobufField>> readMessages() {
            var all = new HashMap<String, Map<Integer, ProtobufField>>();
            try (var in = ProtobufMessageDescriptors.class.getResourceAsStream("messages.txt")) {
                if (in == null) {
                    throw new IllegalStateException("messages.txt is missing");
                }
                new InputStreamReader(in, StandardCharsets.UTF_8).readAllLines().stream()
                        .filter(line -> !line.startsWith("#"))
                        .forEach(line -> {
                            var parts = line.split(": ", 2);
                            all.put(parts[0], parseFields(parts[1]));
                        });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Map.copyOf(all);
        }

        private static Map<Integer, ProtobufField> parseFields(String text) {
            var fields = new HashMap<Integer, ProtobufField>();
            for (var field : text.split(", ", -1)) {
                var words = field.split(" ", -1);
                var type = words[2];
                FieldCardinality fieldCardinality;
                if (type.startsWith("[]")) {
                    fieldCardinality = FieldCardinality.LIST;
                } else if (type.startsWith("{}")) {
                    fieldCardinality = FieldCardinality.MAP;
                } else {
                    fieldCardinality = FieldCardinality.ONE;
                }
                fields.put(Integer.parseInt(words[0]),
                        new ProtobufField(words[1], fieldCardinality,
                                fieldCardinality == FieldCardinality.ONE ? type : type.substring(2)));
            }
            return Map.copyOf(fields);
        }
    }
}
