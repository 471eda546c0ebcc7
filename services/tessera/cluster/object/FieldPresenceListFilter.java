package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Filter of list pages for objects that have one of some fields at any depth; no tree is built of the others.
 */
final class FieldPresenceListFilter {

    private static final JsonMapper JSON = new JsonMapper();

    private final Set<String> fields;
    private final ObjectSchemaCheck check;
    private final Consumer<JsonNode> reader;

    /** @param fields names, at whatever depth */
    FieldPresenceListFilter(Set<String> fields, ObjectSchemaCheck check, Consumer<JsonNode> reader) {
        this.check = check;
        this.fields = Set.copyOf(fields);
        this.reader = reader;
    }

    /** Reads a page and returns the continue token; empty on the last page. */
    String readPage(byte[] page) throws IOException {
        var more = "";
        boolean listed = false;
        try (var parser = JSON.createParser(page)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the page is no list");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                var value = parser.nextToken();
                if (name.equals("items") && (value == JsonToken.START_ARRAY || value == JsonToken.VALUE_NULL)) {
                    listed = true;
                    readItems(parser, page);
                } else if (name.equals("apiVersion")) {
                    check.setVersion(parser.getValueAsString(""));
                    parser.skipChildren();
                } else if (name.equals("kind")) {
                    check.setListKind(parser.getValueAsString(""));
                    parser.skipChildren();
                } else if (name.equals("metadata")) {
                    more = parser.<JsonNode>readValueAsTree().path("continue").asText("");
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!listed) {
            throw new IOException("the page is no list");
        }
        return more;
    }

    private void readItems(JsonParser parser, byte[] page) throws IOException {
        while (parser.currentToken() != JsonToken.VALUE_NULL && parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == null) {
                throw new IOException("the page ends within its list");
            }
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                check.pass(parser.readValueAsTree(), reader);
                continue;
            }
            int from = (int) parser.currentTokenLocation().getByteOffset();
            boolean wanted = skipAndMatch(parser);
            int to = (int) parser.currentLocation().getByteOffset();
            if (wanted) {
                check.pass(JSON.readTree(page, from, to - from), reader);
            }
        }
    }

    /** Skips the object at whose beginning the parser is, and returns whether it has one of the fields. */
    private boolean skipAndMatch(JsonParser parser) throws IOException {
        boolean wanted = false;
        for (int depth = 1; depth > 0;) {
            switch (parser.nextToken()) {
                case START_OBJECT, START_ARRAY -> depth++;
                case END_OBJECT, END_ARRAY -> depth--;
                case FIELD_NAME -> wanted |= fields.contains(parser.currentName());
                case null -> throw new IOException("the page ends within an object");
                default -> {}
            }
        }
        return wanted;
    }
}
