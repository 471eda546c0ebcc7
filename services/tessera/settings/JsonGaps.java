package tessera.settings;

/** What stands between the values of a JSON text: spaces and comments. */
final class JsonGaps {

    private JsonGaps() {}

    /** Where the next thing is that is neither. */
    static int skip(String text, int from) {
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
