package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.wire.ProtobufMessages.ProtobufField;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Reads the objects that Go clients send as protobuf: an envelope that names the kind, and the message in it. */
final class ProtobufReader {

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private ProtobufReader() {}

    static ObjectNode envelope(byte[] bytes) throws ApiError {
        if (bytes.length < MAGIC.length || !Arrays.equals(MAGIC, Arrays.copyOf(bytes, MAGIC.length))) {
            throw ApiError.badRequest(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        try {
            var apiVersion = "";
            var kind = "";
            var raw = new byte[0];
            var unknown = new ProtobufInput(bytes, MAGIC.length, bytes.length);
            while (unknown.next()) {
                switch (unknown.number()) {
                    case 1 -> {
                        var type = unknown.message();
                        while (type.next()) {
                            switch (type.number()) {
                                case 1 -> apiVersion = text(type);
                                case 2 -> kind = text(type);
                                default -> type.skip();
                            }
                        }
                    }
                    case 2 -> raw = unknown.bytes();
                    default -> unknown.skip();
                }
            }
            var object = StoreJson.object().put("kind", kind).put("apiVersion", apiVersion);
            object.setAll(message(kind, new ProtobufInput(raw, 0, raw.length)));
            return object;
        } catch (IOException e) {
            throw ApiError.badRequest("malformed protobuf: " + e.getMessage());
        }
    }

    private static ObjectNode message(String name, ProtobufInput input) throws IOException {
        var fields = ProtobufMessages.of(name);
        if (fields == null) {
            throw new IOException("the simulated server does not read " + name + " as protobuf");
        }
        var object = StoreJson.object();
        while (input.next()) {
            var field = fields.get(input.number());
            if (field == null) {
                input.skip();
            } else {
                put(object, field, input);
            }
        }
        return object;
    }

    private static void put(ObjectNode object, ProtobufField field, ProtobufInput input) throws IOException {
        switch (field.many()) {
            case ONE -> {
                var value = value(field.type(), input);
                if (field.inline() && value instanceof ObjectNode part) {
                    object.setAll(part);
                } else if (value != null) {
                    object.set(field.name(), value);
                }
            }
            case LIST -> {
                var value = value(field.type(), input);
                object.withArray(field.name()).add(value == null ? StoreJson.NODES.textNode("") : value);
            }
            case MAP -> {
                var entry = input.message();
                var key = "";
                JsonNode value = StoreJson.NODES.textNode("");
                while (entry.next()) {
                    if (entry.number() == 1) {
                        key = text(entry);
                    } else {
                        var read = value(field.type(), entry);
                        value = read == null ? value : read;
                    }
                }
                StoreJson.child(object, field.name()).set(key, value);
            }
        }
    }

    /** Null for what means absence. */
    private static @Nullable JsonNode value(String type, ProtobufInput input) throws IOException {
        return switch (type) {
            case "string", "string?" -> {
                var text = text(input);
                yield text.isEmpty() && type.equals("string") ? null : StoreJson.NODES.textNode(text);
            }
            case "bytes" -> StoreJson.NODES.textNode(Base64.getEncoder().encodeToString(input.bytes()));
            case "int", "int?" -> {
                long number = input.varint();
                yield number == 0 && type.equals("int") ? null : StoreJson.NODES.numberNode(number);
            }
            case "bool", "bool?" -> {
                boolean flag = input.varint() != 0;
                yield flag || type.equals("bool?") ? StoreJson.NODES.booleanNode(flag) : null;
            }
            case "time", "microtime" -> time(input.message(), type.equals("microtime"));
            case "quantity" -> quantity(input.message());
            case "intorstring" -> intOrString(input.message());
            case "fields" -> fields(input.message());
            default -> message(type, input.message());
        };
    }

    private static String text(ProtobufInput input) throws IOException {
        return new String(input.bytes(), StandardCharsets.UTF_8);
    }

    private static @Nullable JsonNode time(ProtobufInput time, boolean micros) throws IOException {
        long seconds = 0;
        long nanos = 0;
        boolean said = false;
        while (time.next()) {
            said = true;
            if (time.number() == 1) {
                seconds = time.varint();
            } else {
                nanos = time.varint();
            }
        }
        var moment = Instant.EPOCH.plus(seconds, ChronoUnit.SECONDS).plusNanos(nanos);
        return said ? StoreJson.NODES.textNode(micros ? ObjectTimes.micros(moment) : ObjectTimes.seconds(moment))
                : null;
    }

    private static JsonNode quantity(ProtobufInput quantity) throws IOException {
        var text = "0";
        while (quantity.next()) {
            text = text(quantity);
        }
        return StoreJson.NODES.textNode(text);
    }

    private static JsonNode intOrString(ProtobufInput value) throws IOException {
        long number = 0;
        var text = "";
        while (value.next()) {
            switch (value.number()) {
                case 2 -> number = value.varint();
                case 3 -> text = text(value);
                default -> value.skip();
            }
        }
        return text.isEmpty() ? StoreJson.NODES.numberNode(number) : StoreJson.NODES.textNode(text);
    }

    private static JsonNode fields(ProtobufInput fields) throws IOException {
        var raw = new byte[] {'{', '}'};
        while (fields.next()) {
            raw = fields.bytes();
        }
        return StoreJson.parse(raw);
    }
}
