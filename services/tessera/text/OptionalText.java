package tessera.text;

/** Text that may be empty: its default, and the mark that goes with it only where it is there. */
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

    /** Returns the text where the condition holds, and an empty one otherwise. */
    public static String when(boolean condition, String text) {
        return condition ? text : "";
    }
}
