package tessera.model;

import java.util.List;
import java.util.stream.Collectors;

/** Converts sentences into parts of others. */
public final class SentenceToClauseConverter {

    private SentenceToClauseConverter() {}

    /** Returns the sentence without a full stop at its end. */
    public static String withoutFullStop(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns the sentence with a full stop at its end. */
    public static String withFullStop(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** Returns the sentences in one text: a single one as it is, several with a full stop each. */
    public static String joinSentences(List<String> sentences) {
        return sentences.size() == 1 ? sentences.getFirst()
                : sentences.stream().map(SentenceToClauseConverter::withFullStop).collect(Collectors.joining(" "));
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
