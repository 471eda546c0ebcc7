package tessera.demo.api.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.store.StoreJson;

/** Reads a body into a tree and notes fields that are there twice; of those the last counts. */
final class TreeReader {

    private final JsonParser parser;
    private final List<String> duplicates = new ArrayList<>();

    private TreeReader(JsonParser parser) {
        this.parser = parser;
    }

    record TreeResult(JsonNode tree, List<String> duplicates) {}

    /** Says in Go's words what is wrong with a body. */
    static final class Unreadable extends IOException {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message);
        }
    }

    static TreeResult json(byte[] body) throws Unreadable {
        try (var parser = new JsonFactory().createParser(body)) {
            return read(parser, false);
        } catch (JsonEOFException e) {
            throw new Unreadable("unexpected end of JSON input");
        } catch (JsonParseException e) {
            throw new Unreadable(complaint(body, e));
        } catch (Unreadable e) {
            throw e;
        } catch (IOException e) {
            throw new Unreadable(String.valueOf(e.getMessage()));
        }
    }

    static TreeResult yaml(byte[] body) throws Unreadable {
        try (var parser = YamlEncoder.FACTORY.createParser(body)) {
            return read(parser, true);
        } catch (Unreadable e) {
            throw e;
        } catch (IOException e) {
            throw new Unreadable(
                    "error converting YAML to JSON: yaml: " + String.valueOf(e.getMessage()).lines().findFirst()
                            .orElse("malformed"));
        }
    }

    private static TreeResult read(JsonParser parser, boolean moreMayFollow) throws IOException {
        var reader = new TreeReader(parser);
        if (parser.nextToken() == null) {
            throw new Unreadable("unexpected end of JSON input");
        }
        var tree = reader.value("");
        if (!moreMayFollow && parser.nextToken() != null) {
            throw new Unreadable("invalid character after top-level value");
        }
        return new TreeResult(tree, List.copyOf(reader.duplicates));
    }

    private static String complaint(byte[] body, JsonParseException e) {
        int at = (int) Math.max(0, e.getLocation() == null ? 0 : e.getLocation().getByteOffset() - 1);
        char culprit = at < body.length ? (char) (body[at] & 0xff) : ' ';
        return "invalid character '" + culprit + "' looking for beginning of value";
    }

    private JsonNode value(String path) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(path);
            case START_ARRAY -> array(path);
            case VALUE_STRING -> StoreJson.NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> switch (parser.getNumberType()) {
                case INT -> StoreJson.NODES.numberNode(parser.getIntValue());
                case LONG -> StoreJson.NODES.numberNode(parser.getLongValue());
                default -> StoreJson.NODES.numberNode(parser.getBigIntegerValue());
            };
            case VALUE_NUMBER_FLOAT -> StoreJson.NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE, VALUE_FALSE -> StoreJson.NODES.booleanNode(parser.getBooleanValue());
            default -> StoreJson.NODES.nullNode();
        };
    }

    private ObjectNode object(String path) throws IOException {
        var object = StoreJson.object();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var field = path.isEmpty() ? name : path + "." + name;
            parser.nextToken();
            if (object.has(name)) {
                duplicates.add(field);
            }
            object.set(name, value(field));
        }
        return object;
    }

    private ArrayNode array(String path) throws IOException {
        var array = StoreJson.NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(path + "[" + array.size() + "]"));
        }
        return array;
    }
}
