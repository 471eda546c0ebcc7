package tessera.model;

/** Converts sentences into parts of others. */
public final class SentenceToClauseConverter {

    private SentenceToClauseConverter() {}

    /** Returns the sentence without a full stop at its end. */
    public static String withoutFullStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns the first of several sentences, without its full stop. */
    public static String firstSentence(String message) {
        int end = message.indexOf(". ");
        return end < 0 ? message : message.substring(0, end);
    }

    /** Returns the sentence with a capital letter at its beginning. */
    public static String startUpperCase(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
