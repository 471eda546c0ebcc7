package tessera.demo.api.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finder of duplicate fields in a JSON or YAML text, which a parsed tree no longer shows. */
public final class JsonDuplicateFieldFinder {

    private JsonDuplicateFieldFinder() {}

    /** Returns one message per duplicate, e.g. {@code duplicate field "metadata.name"}, in the order of the text; nothing for a text that cannot be read. */
    public static List<String> findDuplicates(byte[] text, JsonFactory format) {
        var found = new ArrayList<String>();
        try (var parser = format.createParser(text)) {
            var levels = new ArrayDeque<Set<String>>();
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    levels.push(new HashSet<>());
                } else if (token == JsonToken.END_OBJECT) {
                    levels.pop();
                } else if (token == JsonToken.FIELD_NAME && !levels.element().add(parser.currentName())) {
                    found.add("duplicate field \"%s\"".formatted(parser.getParsingContext().pathAsPointer(false)
                            .toString().substring(1).replaceAll("/(\\d+)(?=/|$)", "[$1]").replace('/', '.')
                            .replace("~1", "/").replace("~0", "~")));
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }
}
