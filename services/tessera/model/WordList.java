package tessera.model;

import java.util.Collection;
import java.util.List;

/** Several words as one reads them: {@code a, b and c}. */
public final class WordList {

    private WordList() {}

    /**
     * All of them in their order; empty for none.
     *
     * @param last what stands before the last of several, e.g. {@code " and "}
     */
    public static String joined(Collection<String> words, String last) {
        var list = List.copyOf(words);
        return list.size() < 2 ? String.join("", list)
                : String.join(", ", list.subList(0, list.size() - 1)) + last + list.getLast();
    }
}
