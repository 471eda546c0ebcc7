package tessera.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that was probably meant. */
public final class SpellingSuggestions {

    private static final int FEW = 3;

    private SpellingSuggestions() {}

    /** The most alike of some names; empty where none is alike. */
    public static Optional<String> nearest(String wanted, Collection<String> known) {
        int most = Math.max(FEW, wanted.length() / 3);
        return known.stream().filter(name -> !name.equals(wanted) && apart(name, wanted, most) <= most)
                .min(Comparator.comparingInt((String name) -> apart(name, wanted, most)).thenComparing(name -> name));
    }

    /** The one that was mistyped, a letter in four at most; empty where there is none. */
    public static Optional<String> mistyped(String written, Collection<String> known) {
        int most = Math.max(1, written.length() / 4);
        return known.stream().filter(name -> !name.equals(written) && distance(name, written, most) <= most)
                .min(Comparator.comparingInt((String name) -> distance(name, written, most))
                        .thenComparing(name -> name));
    }

    /** What is only longer, such as the name of shares, is near, too. */
    private static int apart(String one, String other, int most) {
        return one.startsWith(other) || other.startsWith(one) ? 1 : distance(one, other, most);
    }

    /**
     * How many letters must be put in, taken out, changed or exchanged with the next to make one of the other; more than the
     * most if that is so.
     */
    private static int distance(String one, String other, int most) {
        int longer = Math.abs(one.length() - other.length());
        if (longer > most) {
            return longer;
        }
        var before = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column++) {
            before[column] = column;
        }
        var earlier = before;
        for (int row = 1; row <= one.length(); row++) {
            var current = new int[other.length() + 1];
            current[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                int changed = before[column - 1] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(changed, Math.min(before[column], current[column - 1]) + 1);
                if (row > 1 && column > 1 && one.charAt(row - 1) == other.charAt(column - 2)
                        && one.charAt(row - 2) == other.charAt(column - 1)) {
                    current[column] = Math.min(current[column], earlier[column - 2] + 1);
                }
            }
            earlier = before;
            before = current;
        }
        return before[other.length()];
    }
}
