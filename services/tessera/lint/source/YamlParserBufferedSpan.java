package tessera.lint.source;

/**
 * The longest stretch of a text that a parser buffers before it can release any: its cost grows by the square of the length.
 *
 * @param from where it begins
 */
record YamlParserBufferedSpan(int from, int length) {

    /** Finds the longest stretch: of JSON a word, of anything else a line. */
    static YamlParserBufferedSpan findLongest(String text) {
        boolean json = YamlDocuments.isJson(text);
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
}
