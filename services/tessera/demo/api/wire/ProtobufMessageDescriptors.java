package tessera.demo.api.wire;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The supported protobuf messages, as {@code messages.txt} describes them. */
final class ProtobufMessageDescriptors {

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
            var fieldCardinality = type.startsWith("[]") ? FieldCardinality.LIST
                    : type.startsWith("{}") ? FieldCardinality.MAP : FieldCardinality.ONE;
            fields.put(Integer.parseInt(words[0]),
                    new ProtobufField(words[1], fieldCardinality,
                            fieldCardinality == FieldCardinality.ONE ? type : type.substring(2)));
        }
        return Map.copyOf(fields);
    }
}
