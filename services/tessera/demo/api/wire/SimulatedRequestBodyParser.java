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
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Parser of a body into a tree that reports duplicate fields; the last of them counts. */
final class SimulatedRequestBodyParser {

    private final JsonParser parser;
    private final List<String> duplicates = new ArrayList<>();

    private SimulatedRequestBodyParser(JsonParser parser) {
        this.parser = parser;
    }

    record ParsedBody(JsonNode tree, List<String> duplicates) {}

    /** An unreadable body, with the error message of Go's decoder. */
    static final class UnreadableBodyException extends IOException {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        UnreadableBodyException(String message) {
            super(message);
        }
    }

    static ParsedBody readJson(byte[] body) throws UnreadableBodyException {
        try (var parser = new JsonFactory().createParser(body)) {
            return readTree(parser, false);
        } catch (JsonEOFException e) {
            throw new UnreadableBodyException("unexpected end of JSON input");
        } catch (JsonParseException e) {
            throw new UnreadableBodyException(problemText(body, e));
        } catch (UnreadableBodyException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableBodyException(String.valueOf(e.getMessage()));
        }
    }

    static ParsedBody readYaml(byte[] body) throws UnreadableBodyException {
        try (var parser = SimulatedApiYamlEncoder.FACTORY.createParser(body)) {
            return readTree(parser, true);
        } catch (UnreadableBodyException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadableBodyException(
                    "error converting YAML to JSON: yaml: " + String.valueOf(e.getMessage()).lines().findFirst()
                            .orElse("malformed"));
        }
    }

    private static ParsedBody readTree(JsonParser parser, boolean moreMayFollow) throws IOException {
        var reader = new SimulatedRequestBodyParser(parser);
        if (parser.nextToken() == null) {
            throw new UnreadableBodyException("unexpected end of JSON input");
        }
        var tree = reader.readValue("");
        if (!moreMayFollow && parser.nextToken() != null) {
            throw new UnreadableBodyException("invalid character after top-level value");
        }
        return new ParsedBody(tree, List.copyOf(reader.duplicates));
    }

    private static String problemText(byte[] body, JsonParseException e) {
        int at = (int) Math.max(0, e.getLocation() == null ? 0 : e.getLocation().getByteOffset() - 1);
        char culprit = at < body.length ? (char) (body[at] & 0xff) : ' ';
        return "invalid character '" + culprit + "' looking for beginning of value";
    }

    private JsonNode readValue(String path) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> readObject(path);
            case START_ARRAY -> readArray(path);
            case VALUE_STRING -> SimulatedStoreJsonCodec.NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> switch (parser.getNumberType()) {
                case INT -> SimulatedStoreJsonCodec.NODES.numberNode(parser.getIntValue());
                case LONG -> SimulatedStoreJsonCodec.NODES.numberNode(parser.getLongValue());
                default -> SimulatedStoreJsonCodec.NODES.numberNode(parser.getBigIntegerValue());
            };
            case VALUE_NUMBER_FLOAT -> SimulatedStoreJsonCodec.NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE, VALUE_FALSE -> SimulatedStoreJsonCodec.NODES.booleanNode(parser.getBooleanValue());
            default -> SimulatedStoreJsonCodec.NODES.nullNode();
        };
    }

    private ObjectNode readObject(String path) throws IOException {
        var object = SimulatedStoreJsonCodec.newObject();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var field = path.isEmpty() ? name : path + "." + name;
            parser.nextToken();
            if (object.has(name)) {
                duplicates.add(field);
            }
            object.set(name, readValue(field));
        }
        return object;
    }

    private ArrayNode readArray(String path) throws IOException {
        var array = SimulatedStoreJsonCodec.NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(readValue(path + "[" + array.size() + "]"));
        }
        return array;
    }
}
