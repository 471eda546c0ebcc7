package tessera.yaml;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;

/**
 * The longest stretch of a text that a parser buffers before it can release any: its cost grows by the square of the length.
 *
 * @param from where it begins
 */
public record YamlParserBufferedSpan(int from, int length) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Finds the longest stretch: of JSON a word, of anything else a line. */
    public static YamlParserBufferedSpan findLongest(String text) {
        boolean json = isJson(text);
        var longest = new YamlParserBufferedSpan(0, 0);
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || isTerminator(text.charAt(at), json)) {
                longest = at - from > longest.length ? new YamlParserBufferedSpan(from, at - from) : longest;
                from = at + 1;
            }
        }
        return longest;
    }

    private static boolean isTerminator(char character, boolean json) {
        return character == '\n' || (json && (character <= ' ' || character == '"' || character == '\\'));
    }

    /** Returns whether the whole text is JSON: a quote ends no word of what only begins like it. */
    private static boolean isJson(String text) {
        var first = text.startsWith("\uFEFF") ? text.substring(1).stripLeading() : text.stripLeading();
        if (!first.startsWith("{") && !first.startsWith("[")) {
            return false;
        }
        try (var tokens = JSON.createParser(first)) {
            boolean more = true;
            while (more) {
                more = tokens.nextToken() != null;
            }
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
