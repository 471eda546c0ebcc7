package tessera.text;

import java.text.ListFormat;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Whole texts put together. The only code that writes punctuation between texts. */
public final class SentenceJoiner {

    /** The end of a sentence, also in the brackets of {@link DisplayLanguage#PSEUDO}. */
    private static final Pattern END = Pattern.compile("[.!?…]⟧*$");

    private SentenceJoiner() {}

    /** Returns sentences one behind another, without empty ones: a single one as it is, several with a full stop each. */
    public static String joinSentences(Collection<String> sentences) {
        var told = sentences.stream().filter(text -> !text.isEmpty()).toList();
        return told.size() == 1 ? told.getFirst()
                : told.stream().map(SentenceJoiner::withFullStop).collect(Collectors.joining(" "));
    }

    /** Returns sentences one behind another, without empty ones: a single one as it is, several with a full stop each. */
    public static String joinSentences(String... sentences) {
        return joinSentences(List.of(sentences));
    }

    /** Returns the sentence with a full stop where it has no sign at its end; empty for an empty one. */
    public static String withFullStop(String sentence) {
        return sentence.isEmpty() || END.matcher(sentence).find() ? sentence : sentence + ".";
    }

    /** Returns texts on one line that stay apart: {@code a; b; c}. */
    public static String joinClauses(Collection<String> texts) {
        return String.join("; ", texts);
    }

    /** Returns a collector that joins sentences. */
    public static Collector<String, ?, String> toSentences() {
        return Collectors.collectingAndThen(Collectors.toList(), SentenceJoiner::joinSentences);
    }

    /** Returns a collector that joins texts which stay apart. */
    public static Collector<String, ?, String> toClauses() {
        return Collectors.collectingAndThen(Collectors.toList(), SentenceJoiner::joinClauses);
    }

    /** Returns a list: {@code a, b and c}. */
    public static String listText(Collection<?> entries) {
        return listText(entries, Integer.MAX_VALUE);
    }

    /** Returns the first of a list, and how many follow: {@code a, b and 7 more}. */
    public static String listText(Collection<?> entries, int maximum) {
        return MessageArguments.listText(entries, maximum, ListFormat.Type.STANDARD);
    }

    /** Returns choices: {@code a, b or c}. */
    public static String choicesText(Collection<?> choices) {
        return MessageArguments.listText(choices, Integer.MAX_VALUE, ListFormat.Type.OR);
    }
}
