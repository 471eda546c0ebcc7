package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Even division of space, so that no remainder is left to a single item. */
final class EvenSpaceDivision {

    /** A last row that is less full than this looks left over. */
    private static final double SPARSE = 0.3;

    private EvenSpaceDivision() {}

    static int ceilingOf(int amount, int each) {
        return (amount + each - 1) / each;
    }

    /**
     * Returns the row length with the fewest rows, a nearly empty last row counting double; among equals the shortest, whose last rows are the fullest.
     *
     * @param counts how many there are of each kind; a kind begins a row
     * @param maximum   how many fit a row
     */
    static int evenRowLength(Collection<Integer> counts, int maximum) {
        int best = maximum;
        int minimum = Integer.MAX_VALUE;
        for (int length = maximum; length > maximum / 2; length--) {
            int rows = 0;
            for (int count : counts) {
                int last = count % length;
                boolean sparse = count > length && last > 0 && last < SPARSE * length;
                rows += ceilingOf(count, length) + (sparse ? 1 : 0);
            }
            if (rows <= minimum) {
                best = length;
                minimum = rows;
            }
        }
        return best;
    }

    /**
     * Widens neighbours that do not fill their lines, so that every line has about as many and is full.
     *
     * @param wanted how many slots each wants
     * @param all    how many slots a line has
     */
    static List<Integer> evenWidths(List<Integer> wanted, int all) {
        var shares = new ArrayList<>(wanted);
        int start = 0;
        while (start < shares.size()) {
            int end = start;
            while (end < shares.size() && shares.get(end) < all) {
                end++;
            }
            int inRun = end - start;
            int widest = shares.subList(start, end).stream().mapToInt(slots -> slots).max().orElse(all);
            int lines = ceilingOf(inRun * widest, all / widest * widest);
            for (int at = start; lines > 0 && at < end; lines--) {
                int inLine = ceilingOf(end - at, lines);
                for (int left = inLine; left > 0; left--) {
                    shares.set(at++, all / inLine);
                }
            }
            start = end + 1;
        }
        return shares;
    }
}
