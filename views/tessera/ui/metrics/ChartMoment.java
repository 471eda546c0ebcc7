package tessera.ui.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.MeasureText;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * The values of all lines at one moment.
 *
 * @param at  when its step begins
 * @param rows one for each line, with one number for each quantity in the unit it is shown in; not a number in a gap
 * @param sumTexts of the boards, in words: their mean utilisation, sum of memory, highest temperature and sum of power
 */
record ChartMoment(Instant at, List<double[]> rows, List<String> sumTexts) {

    /** Returns the measured moment nearest to a time; empty where that is in a gap. */
    static Optional<ChartMoment> nearestTo(Chart chart, Instant time) {
        return chart.panels().isEmpty() ? Optional.empty() : nearestTo(chart, chart.panels().getFirst().indexOf(time));
    }

    private static Optional<ChartMoment> nearestTo(Chart chart, int position) {
        var times = chart.panels().getFirst().series().getFirst();
        int maximum = (int) Math.max(1, chart.longestStep().dividedBy(times.step()) / 2);
        for (int off = 0; off <= maximum; off++) {
            if (isMeasured(chart, position - off)) {
                return Optional.of(momentAt(chart, position - off));
            }
            if (isMeasured(chart, position + off)) {
                return Optional.of(momentAt(chart, position + off));
            }
        }
        return Optional.empty();
    }

    /** Returns the last measured moment in sight. */
    static Optional<ChartMoment> lastOf(Chart chart) {
        if (chart.panels().isEmpty()) {
            return Optional.empty();
        }
        int position = chart.panels().getFirst().indexOf(chart.frame().to());
        while (position >= 0 && !isMeasured(chart, position)) {
            position--;
        }
        return position < 0 ? Optional.empty() : Optional.of(momentAt(chart, position));
    }

    private static boolean isMeasured(Chart chart, int position) {
        for (var panel : chart.panels()) {
            for (int line = 0; line < chart.lines().size(); line++) {
                if (!Double.isNaN(panel.valueAt(line, position))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ChartMoment momentAt(Chart chart, int position) {
        var rows = new ArrayList<double[]>();
        for (int line = 0; line < chart.lines().size(); line++) {
            int number = line;
            rows.add(chart.panels().stream().mapToDouble(panel -> panel.valueAt(number, position)).toArray());
        }
        var sums = chart.panels().stream().map(panel -> sumText(chart, panel, position)).toList();
        return new ChartMoment(chart.panels().getFirst().series().getFirst().timeAt(position), rows, sums);
    }

    /** Returns the sum over boards; their instances are parts of them. A sum that lacks some is the least it can be. */
    private static String sumText(Chart chart, ChartPanel panel, int position) {
        return panel.quantity() instanceof ChartQuantity quantity ? sumText(chart, panel, quantity, position)
                : MeasureText.MISSING;
    }

    private static String sumText(Chart chart, ChartPanel panel, ChartQuantity quantity, int position) {
        var numbers = new ArrayList<Double>();
        int boards = 0;
        for (int line = 0; line < chart.lines().size(); line++) {
            if (chart.lines().get(line).isBoard()) {
                boards++;
                double number = panel.valueAt(line, position);
                if (!Double.isNaN(number)) {
                    numbers.add(number);
                }
            }
        }
        var all = numbers.stream().mapToDouble(Double::doubleValue);
        double sum = switch (quantity) {
            case BUSY -> all.average().orElse(Double.NaN);
            case MEMORY, POWER -> numbers.isEmpty() ? Double.NaN : all.sum();
            case TEMPERATURE -> all.max().orElse(Double.NaN);
        };
        boolean lacking = numbers.size() < boards || chart.omittedLines() > 0;
        boolean least = quantity != ChartQuantity.BUSY && lacking && !numbers.isEmpty();
        return (least ? "≥ " : "") + quantity.numberText(sum);
    }
}
