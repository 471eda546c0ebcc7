package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** How room is shared out so that nothing is left over for one alone. */
final class SpaceDivision {

    /** A last row that is less full than this looks left over. */
    private static final double SPARSE = 0.3;

    private SpaceDivision() {}

    static int ceiling(int amount, int each) {
        return (amount + each - 1) / each;
    }

    /**
     * The length of rows that leaves the fewest of them, where a last row with hardly anything in it counts double;
     * among equals the shortest, whose last rows are the fullest.
     *
     * @param counts how many there are of each kind; a kind begins a row
     * @param most   how many fit a row
     */
    static int evenRow(Collection<Integer> counts, int most) {
        int best = most;
        int least = Integer.MAX_VALUE;
        for (int length = most; length > most / 2; length--) {
            int rows = 0;
            for (int count : counts) {
                int last = count % length;
                boolean sparse = count > length && last > 0 && last < SPARSE * length;
                rows += ceiling(count, length) + (sparse ? 1 : 0);
            }
            if (rows <= least) {
                best = length;
                least = rows;
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
    static List<Integer> even(List<Integer> wanted, int all) {
        var shares = new ArrayList<>(wanted);
        int start = 0;
        while (start < shares.size()) {
            int end = start;
            while (end < shares.size() && shares.get(end) < all) {
                end++;
            }
            int inRun = end - start;
            int widest = shares.subList(start, end).stream().mapToInt(slots -> slots).max().orElse(all);
            int lines = ceiling(inRun * widest, all / widest * widest);
            for (int at = start; lines > 0 && at < end; lines--) {
                int inLine = ceiling(end - at, lines);
                for (int left = inLine; left > 0; left--) {
                    shares.set(at++, all / inLine);
                }
            }
            start = end + 1;
        }
        return shares;
    }
}
