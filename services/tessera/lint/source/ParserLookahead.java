package tessera.lint.source;

/**
 * The longest stretch of a text that a parser has to look through before it can let go of any of it: what that takes grows by
 * the square of its length.
 *
 * @param from where it begins
 */
record ParserLookahead(int from, int length) {

    /** Of JSON a word, of anything else a line. */
    static ParserLookahead longest(String text) {
        boolean json = YamlDocuments.json(text);
        var longest = new ParserLookahead(0, 0);
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || ends(text.charAt(at), json)) {
                longest = at - from > longest.length ? new ParserLookahead(from, at - from) : longest;
                from = at + 1;
            }
        }
        return longest;
    }

    private static boolean ends(char character, boolean json) {
        return character == '\n' || (json && (character <= ' ' || character == '"' || character == '\\'));
    }
}
