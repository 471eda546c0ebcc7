package tessera.text;

/** Excerpts of a text: before or behind a separator, without an ending, or cut to a length. */
public final class TextExcerpt {

    private TextExcerpt() {}

    /** Returns what stands before the first separator; the whole text where there is none. */
    public static String beforeFirst(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? text : text.substring(0, at);
    }

    /** Returns what stands behind the first separator; empty where there is none. */
    public static String afterFirst(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? "" : text.substring(at + separator.length());
    }

    /** Returns the text, with an ellipsis behind its beginning where it is longer than a number of letters. */
    public static String shorten(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "…";
    }

    /** Returns the text without an ending that it may have. */
    public static String withoutSuffix(String text, String suffix) {
        return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
    }
}
