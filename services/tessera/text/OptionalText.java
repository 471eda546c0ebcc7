package tessera.text;

/** Text that may be empty: its default, and the prefix or suffix that only a text that is there has. */
public final class OptionalText {

    private OptionalText() {}

    /** Returns the text, or the default where it is empty. */
    public static String orElse(String text, String usual) {
        return text.isEmpty() ? usual : text;
    }

    /** Returns the text behind its prefix; empty where the text is. */
    public static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    /** Returns the text before its suffix; empty where the text is. */
    public static String suffixed(String text, String suffix) {
        return text.isEmpty() ? "" : text + suffix;
    }
}
