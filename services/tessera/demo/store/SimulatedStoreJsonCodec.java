package tessera.demo.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** JSON trees and their bytes. */
public final class SimulatedStoreJsonCodec {

    public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Field names are full of uids, in managed fields: a table of all that were ever seen would never stop growing. */
    public static final JsonFactory FACTORY = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

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

    /** Reads a file that lies beside a class on the class path. */
    public static byte[] readResource(Class<?> neighbour, String name) {
        try (var in = neighbour.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the lines of a file that lies beside a class on the class path. */
    public static List<String> readResourceLines(Class<?> neighbour, String name) {
        return new String(readResource(neighbour, name), StandardCharsets.UTF_8).lines().toList();
    }

    /** Reads the JSON of a file that lies beside a class on the class path. */
    public static JsonNode readResourceTree(Class<?> neighbour, String name) {
        try {
            return parseTree(readResource(neighbour, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] toBytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of a tree with a line break behind it. */
    public static byte[] toLine(JsonNode tree) {
        var json = toBytes(tree);
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** Creates a generator that writes trees piece by piece. */
    static JsonGenerator createGenerator(OutputStream out) throws IOException {
        return MAPPER.createGenerator(out);
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
