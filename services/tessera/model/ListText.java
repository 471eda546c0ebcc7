package tessera.model;

import java.util.Collection;
import java.util.List;

/** Several words as one reads them: {@code a, b and c}. */
public final class ListText {

    private ListText() {}

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

    /**
     * The first of them, and how many there are besides: {@code a, b and 7 more}; empty for none.
     *
     * @param most so many are named
     */
    public static String some(Collection<String> words, int most) {
        var list = List.copyOf(words);
        return String.join(", ", list.subList(0, Math.min(most, list.size())))
                + (list.size() > most ? " and %d more".formatted(list.size() - most) : "");
    }
}
