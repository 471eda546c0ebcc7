package tessera.model;

import java.util.Collection;
import java.util.List;

/** Lists of words in a sentence: {@code a, b and c}. */
public final class WordListJoiner {

    private WordListJoiner() {}

    /**
     * Returns all words in their order; empty for none.
     *
     * @param last what stands before the last of several, e.g. {@code " and "}
     */
    public static String joinWords(Collection<String> words, String last) {
        var list = List.copyOf(words);
        if (list.size() < 2) {
            return String.join("", list);
        }
        return String.join(", ", list.subList(0, list.size() - 1)) + last + list.getLast();
    }

    /**
     * Returns the first words, and the number of others: {@code a, b and 7 more}; empty for none.
     *
     * @param maximum so many are named
     */
    public static String firstWords(Collection<String> words, int maximum) {
        var list = List.copyOf(words);
        return String.join(", ", list.subList(0, Math.min(maximum, list.size())))
                + (list.size() > maximum ? " and %d more".formatted(list.size() - maximum) : "");
    }
}
