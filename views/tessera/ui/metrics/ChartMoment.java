package tessera.ui.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.MeasureText;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * What all lines show at one moment.
 *
 * @param at  when its step begins
 * @param rows one for each line, with one number for each quantity in the unit it is shown in; not a number in a gap
 * @param sums of the boards, in words: their mean utilisation, sum of memory, highest temperature and sum of power
 */
record ChartMoment(Instant at, List<double[]> rows, List<String> sums) {

    /** The moment nearest to a time at which anything was measured; empty where that would be in a gap. */
    static Optional<ChartMoment> near(Chart chart, Instant time) {
        return chart.panels().isEmpty() ? Optional.empty() : near(chart, chart.panels().getFirst().place(time));
    }

    private static Optional<ChartMoment> near(Chart chart, int place) {
        var times = chart.panels().getFirst().series().getFirst();
        int most = (int) Math.max(1, chart.apart().dividedBy(times.step()) / 2);
        for (int off = 0; off <= most; off++) {
            if (measured(chart, place - off)) {
                return Optional.of(at(chart, place - off));
            }
            if (measured(chart, place + off)) {
                return Optional.of(at(chart, place + off));
            }
        }
        return Optional.empty();
    }

    /** The last moment in sight at which anything was measured. */
    static Optional<ChartMoment> last(Chart chart) {
        if (chart.panels().isEmpty()) {
            return Optional.empty();
        }
        int place = chart.panels().getFirst().place(chart.frame().to());
        while (place >= 0 && !measured(chart, place)) {
            place--;
        }
        return place < 0 ? Optional.empty() : Optional.of(at(chart, place));
    }

    private static boolean measured(Chart chart, int place) {
        for (var panel : chart.panels()) {
            for (int line = 0; line < chart.lines().size(); line++) {
                if (!Double.isNaN(panel.shown(line, place))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ChartMoment at(Chart chart, int place) {
        var rows = new ArrayList<double[]>();
        for (int line = 0; line < chart.lines().size(); line++) {
            int number = line;
            rows.add(chart.panels().stream().mapToDouble(panel -> panel.shown(number, place)).toArray());
        }
        var sums = chart.panels().stream().map(panel -> sum(chart, panel, place)).toList();
        return new ChartMoment(chart.panels().getFirst().series().getFirst().time(place), rows, sums);
    }

    /** Only boards are added up: their instances are parts of them. A sum that lacks some is the least it can be. */
    private static String sum(Chart chart, ChartPanel panel, int place) {
        return panel.quantity() instanceof ChartQuantity quantity ? sum(chart, panel, quantity, place)
                : MeasureText.MISSING;
    }

    private static String sum(Chart chart, ChartPanel panel, ChartQuantity quantity, int place) {
        var numbers = new ArrayList<Double>();
        int boards = 0;
        for (int line = 0; line < chart.lines().size(); line++) {
            if (chart.lines().get(line).board()) {
                boards++;
                double number = panel.shown(line, place);
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
        boolean lacking = numbers.size() < boards || chart.leftOut() > 0;
        boolean least = quantity != ChartQuantity.BUSY && lacking && !numbers.isEmpty();
        return (least ? "≥ " : "") + quantity.words(sum);
    }
}
