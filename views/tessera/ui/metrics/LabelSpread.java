package tessera.ui.metrics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Moves names apart that would lie on one another. */
final class LabelSpread {

    private LabelSpread() {}

    /**
     * Where names go that want to be at some heights: in the same order, each as near as the others let it.
     *
     * @param pitch between two names
     * @return one for each; empty where they do not all fit
     */
    static double[] of(double[] wanted, double pitch, double low, double high) {
        int count = wanted.length;
        if ((count - 1) * pitch > high - low) {
            return new double[0];
        }
        var order = IntStream.range(0, count).boxed().sorted(Comparator.comparingDouble(name -> wanted[name])).toList();
        var placed = new double[count];
        Arrays.setAll(placed, at -> wanted[order.get(at)] - at * pitch);
        settle(placed);
        Arrays.setAll(placed, at -> Math.clamp(placed[at], low, high - (count - 1) * pitch) + at * pitch);
        var result = new double[count];
        for (int at = 0; at < count; at++) {
            result[order.get(at)] = placed[at];
        }
        return result;
    }

    /** Where one would come to lie before the one above it, all that meet move to their common middle. */
    private static void settle(double[] heights) {
        for (int at = 1; at < heights.length; at++) {
            int first = at;
            double sum = heights[at];
            while (first > 0 && heights[first - 1] > sum / (at - first + 1)) {
                first--;
                sum += heights[first];
            }
            Arrays.fill(heights, first, at + 1, sum / (at - first + 1));
        }
    }
}
