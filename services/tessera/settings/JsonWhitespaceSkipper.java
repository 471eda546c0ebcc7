package tessera.settings;

/** The whitespace and comments between the values of a JSON text. */
final class JsonWhitespaceSkipper {

    private JsonWhitespaceSkipper() {}

    /** Returns the position of the next character that is neither whitespace nor part of a comment. */
    static int skipFrom(String text, int from) {
        int at = from;
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                at = text.indexOf("*/", at + 2) + 2;
            } else if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                return at;
            }
        }
        return at;
    }
}
