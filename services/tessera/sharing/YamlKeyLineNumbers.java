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
 * The line numbers of the keys in a YAML text.
 *
 * @param linesByPath the first line of each
 * @param duplicatePaths  paths that are written more than once
 */
record YamlKeyLineNumbers(Map<String, Integer> linesByPath, List<String> duplicatePaths) {

    private static final YAMLFactory YAML = new YAMLFactory();

    /** Reads the line numbers of a YAML text. */
    static YamlKeyLineNumbers parse(String text) throws JsonProcessingException {
        var lines = new HashMap<String, Integer>();
        var twice = new ArrayList<String>();
        try (var parser = YAML.createParser(text)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                var path = pathText(parser.getParsingContext().pathAsPointer());
                int line = parser.currentTokenLocation().getLineNr();
                if (lines.putIfAbsent(path, line) != null && token == JsonToken.FIELD_NAME) {
                    twice.add(path);
                }
            }
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("unreadable text", e);
        }
        return new YamlKeyLineNumbers(lines, twice);
    }

    private static String pathText(JsonPointer pointer) {
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

    int lineOf(String path, int fallback) {
        return linesByPath.getOrDefault(path, fallback);
    }
}
