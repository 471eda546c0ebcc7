package tessera.demo.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.Comparator;

/** JSON trees and their bytes. */
public final class SimulatedStoreJsonCodec {

    public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Field names are full of uids, in managed fields: a table of all that were ever seen would never stop growing. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES).disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Comparator<JsonNode> SAME = (one, other) -> compareValues(one, other);

    private SimulatedStoreJsonCodec() {}

    public static ObjectNode newObject() {
        return NODES.objectNode();
    }

    /** Reads bytes that this program wrote. */
    public static ObjectNode readObject(byte[] bytes) {
        try {
            return (ObjectNode) MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses text from outside. */
    public static JsonNode parseTree(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }

    public static byte[] toBytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a generator that writes trees piece by piece. */
    static JsonGenerator createGenerator(OutputStream out) throws IOException {
        return MAPPER.createGenerator(out);
    }

    public static byte[] toPrettyBytes(JsonNode tree) {
        try {
            return MAPPER.writer(new GoJsonIndentation()).writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text at a path of field names; empty if there is none. */
    public static String textAt(JsonNode tree, String... path) {
        var node = tree;
        for (var name : path) {
            node = node.path(name);
        }
        return node.asText("");
    }

    /** Returns whether two trees are equal; numbers are equal however they are stored. */
    public static boolean areEqual(JsonNode one, JsonNode other) {
        return one.equals(SAME, other);
    }

    /** Returns the object in a field; it is created if it is not there. */
    public static ObjectNode childObject(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode child ? child : parent.putObject(name);
    }

    /** Indentation as Go's encoder writes it: two spaces, no space before a colon, arrays line by line. */
    private static final class GoJsonIndentation extends DefaultPrettyPrinter {

        @Serial
        private static final long serialVersionUID = 1;

        GoJsonIndentation() {
            var indenter = new DefaultIndenter("  ", "\n");
            indentObjectsWith(indenter);
            indentArraysWith(indenter);
        }

        @Override
        public DefaultPrettyPrinter createInstance() {
            return new GoJsonIndentation();
        }

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(": ");
        }

        @Override
        public void writeEndArray(JsonGenerator generator, int count) throws IOException {
            if (count == 0) {
                --_nesting;
                generator.writeRaw(']');
            } else {
                super.writeEndArray(generator, count);
            }
        }

        @Override
        public void writeEndObject(JsonGenerator generator, int count) throws IOException {
            if (count == 0) {
                --_nesting;
                generator.writeRaw('}');
            } else {
                super.writeEndObject(generator, count);
            }
        }
    }
    private static int compareValues(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        if (one.equals(other)) {
            return 0;
        }
        return 1;
    }
}
