package tessera.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;

/** Finds the positions of values in a JSON text. */
final class JsonValuePositionFinder {

    private final String text;
    private final JsonParser parser;

    private JsonValuePositionFinder(String text, JsonParser parser) {
        this.text = text;
        this.parser = parser;
    }

    static JsonValuePosition readSpan(String text) throws IOException {
        try (var parser = SettingsFileText.JSON.createParser(text)) {
            var spans = new JsonValuePositionFinder(text, parser);
            parser.nextToken();
            return spans.readValue();
        }
    }

    private int currentOffset() {
        return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
    }

    private JsonValuePosition readValue() throws IOException {
        int start = currentOffset();
        var members = new LinkedHashMap<String, JsonValuePosition.JsonMember>();
        var token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                int at = currentOffset();
                parser.nextToken();
                members.put(name, new JsonValuePosition.JsonMember(at, readValue()));
            }
            return new JsonValuePosition(start, currentOffset() + 1, members, true);
        }
        if (token == JsonToken.START_ARRAY) {
            parser.skipChildren();
            return new JsonValuePosition(start, currentOffset() + 1, members, false);
        }
        return new JsonValuePosition(start, scalarEnd(start), members, false);
    }

    private int scalarEnd(int start) {
        int at = start + 1;
        if (text.charAt(start) == '"') {
            while (text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            return at + 1;
        }
        while (at < text.length() && ",]}/".indexOf(text.charAt(at)) < 0 && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
