package tessera.model;

/** Sentences that become parts of others. */
public final class SentenceText {

    private SentenceText() {}

    /** Without a full stop at its end. */
    public static String bare(String words) {
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    /** As it goes on behind other words: it begins small, unless a name begins it. */
    public static String inside(String words) {
        boolean name = words.isEmpty() || (words.length() > 1 && Character.isUpperCase(words.charAt(1)));
        return name ? words : Character.toLowerCase(words.charAt(0)) + words.substring(1);
    }

    /** The first of several, without its full stop. */
    public static String first(String message) {
        int end = message.indexOf(". ");
        return end < 0 ? message : message.substring(0, end);
    }

    /** As it stands at the beginning. */
    public static String begun(String words) {
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
