package tessera.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the name that was probably meant. */
public final class SpellingSuggestionFinder {

    private static final int FEW = 3;

    private SpellingSuggestionFinder() {}

    /** Returns the most similar of some names; empty where none is similar. */
    public static Optional<String> nearestName(String wanted, Collection<String> known) {
        int maximum = Math.max(FEW, wanted.length() / 3);
        return known.stream().filter(name -> !name.equals(wanted) && nameDistance(name, wanted, maximum) <= maximum)
                .min(Comparator.comparingInt((String name) -> nameDistance(name, wanted, maximum))
                        .thenComparing(name -> name));
    }

    /** Returns the name that was mistyped, by a letter in four at most; empty where there is none. */
    public static Optional<String> findMistyped(String written, Collection<String> known) {
        int maximum = Math.max(1, written.length() / 4);
        return known.stream().filter(name -> !name.equals(written) && editDistance(name, written, maximum) <= maximum)
                .min(Comparator.comparingInt((String name) -> editDistance(name, written, maximum))
                        .thenComparing(name -> name));
    }

    /** Returns the distance; a mere extension, such as the name of shares, counts as near. */
    private static int nameDistance(String one, String other, int maximum) {
        return one.startsWith(other) || other.startsWith(one) ? 1 : editDistance(one, other, maximum);
    }

    /**
     * Returns the number of letters to insert, delete, change or swap with the next; more than the maximum if that is exceeded.
     */
    private static int editDistance(String one, String other, int maximum) {
        int longer = Math.abs(one.length() - other.length());
        if (longer > maximum) {
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
