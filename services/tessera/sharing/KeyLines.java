package tessera.sharing;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * On which line of a text each key stands.
 *
 * @param byPath the first line of each
 * @param twice  paths that are written more than once
 */
record KeyLines(Map<String, Integer> byPath, List<String> twice) {

    private static final YAMLFactory YAML = new YAMLFactory();

    /** Those of a text that is YAML. */
    static KeyLines of(String text) throws JsonProcessingException {
        var lines = new HashMap<String, Integer>();
        var twice = new ArrayList<String>();
        try (var parser = YAML.createParser(text)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                var path = path(parser.getParsingContext().pathAsPointer());
                int line = parser.currentTokenLocation().getLineNr();
                if (lines.putIfAbsent(path, line) != null && token == JsonToken.FIELD_NAME) {
                    twice.add(path);
                }
            }
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory could not be read", e);
        }
        return new KeyLines(lines, twice);
    }

    private static String path(JsonPointer pointer) {
        var path = new StringBuilder();
        for (var part = pointer; !part.matches(); part = part.tail()) {
            if (part.mayMatchElement()) {
                path.append('[').append(part.getMatchingIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(part.getMatchingProperty());
            }
        }
        return path.toString();
    }

    int of(String path, int fallback) {
        return byPath.getOrDefault(path, fallback);
    }
}
