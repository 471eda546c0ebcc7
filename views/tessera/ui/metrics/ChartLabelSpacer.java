package tessera.ui.metrics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Moves names apart that would overlap. */
final class ChartLabelSpacer {

    private ChartLabelSpacer() {}

    /**
     * Returns the heights of names in the same order, each as near to its wanted height as the others allow.
     *
     * @param pitch between two names
     * @return one for each; empty where they do not all fit
     */
    static double[] spread(double[] wanted, double pitch, double low, double high) {
        int count = wanted.length;
        if ((count - 1) * pitch > high - low) {
            return new double[0];
        }
        var order = IntStream.range(0, count).boxed().sorted(Comparator.comparingDouble(name -> wanted[name])).toList();
        var placed = new double[count];
        Arrays.setAll(placed, at -> wanted[order.get(at)] - at * pitch);
        mergeOverlaps(placed);
        Arrays.setAll(placed, at -> Math.clamp(placed[at], low, high - (count - 1) * pitch) + at * pitch);
        var result = new double[count];
        for (int at = 0; at < count; at++) {
            result[order.get(at)] = placed[at];
        }
        return result;
    }

    /** Moves names that would overlap to their common middle. */
    private static void mergeOverlaps(double[] heights) {
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
