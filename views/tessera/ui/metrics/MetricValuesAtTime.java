package tessera.ui.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/**
 * The values of all lines at one moment.
 *
 * @param at  when its step begins
 * @param rows one for each line, with one number for each quantity in the unit it is shown in; not a number in a gap
 * @param sumTexts of the boards, in words: their mean utilisation, sum of memory, highest temperature and sum of power
 */
record MetricValuesAtTime(Instant at, List<double[]> rows, List<String> sumTexts) {

    /** Returns the measured moment nearest to a time; empty where that is in a gap. */
    static Optional<MetricValuesAtTime> nearestTo(MetricsScreenCharts metricsScreenCharts, Instant time) {
        if (metricsScreenCharts.panels().isEmpty()) {
            return Optional.empty();
        }
        return nearestTo(metricsScreenCharts, metricsScreenCharts.panels().getFirst().indexOf(time));
    }

    private static Optional<MetricValuesAtTime> nearestTo(MetricsScreenCharts metricsScreenCharts, int position) {
        var times = metricsScreenCharts.panels().getFirst().series().getFirst();
        int maximum = (int) Math.max(1, metricsScreenCharts.longestStep().dividedBy(times.step()) / 2);
        for (int off = 0; off <= maximum; off++) {
            if (isMeasured(metricsScreenCharts, position - off)) {
                return Optional.of(momentAt(metricsScreenCharts, position - off));
            }
            if (isMeasured(metricsScreenCharts, position + off)) {
                return Optional.of(momentAt(metricsScreenCharts, position + off));
            }
        }
        return Optional.empty();
    }

    /** Returns the last measured moment in sight. */
    static Optional<MetricValuesAtTime> lastOf(MetricsScreenCharts metricsScreenCharts) {
        if (metricsScreenCharts.panels().isEmpty()) {
            return Optional.empty();
        }
        int position = metricsScreenCharts.panels().getFirst().indexOf(metricsScreenCharts.frame().to());
        while (position >= 0 && !isMeasured(metricsScreenCharts, position)) {
            position--;
        }
        if (position < 0) {
            return Optional.empty();
        }
        return Optional.of(momentAt(metricsScreenCharts, position));
    }

    private static boolean isMeasured(MetricsScreenCharts metricsScreenCharts, int position) {
        for (var panel : metricsScreenCharts.panels()) {
            for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
                if (!Double.isNaN(panel.valueAt(line, position))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static MetricValuesAtTime momentAt(MetricsScreenCharts metricsScreenCharts, int position) {
        var rows = new ArrayList<double[]>();
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            int number = line;
            rows.add(metricsScreenCharts.panels().stream().mapToDouble(panel -> panel.valueAt(number, position))
                    .toArray());
        }
        var sums = metricsScreenCharts.panels().stream().map(panel -> sumText(metricsScreenCharts, panel, position))
                .toList();
        return new MetricValuesAtTime(metricsScreenCharts.panels().getFirst().series().getFirst().timeAt(position),
                rows, sums);
    }

    /** Returns the sum over boards; their instances are parts of them. A sum that lacks some is the least it can be. */
    private static String sumText(MetricsScreenCharts metricsScreenCharts, MetricChartState panel, int position) {
        if (panel.measure() instanceof ChartedGpuMetric gpuMetric) {
            return sumText(metricsScreenCharts, panel, gpuMetric, position);
        }
        return MeasuredNumberFormatter.MISSING;
    }

    private static String sumText(MetricsScreenCharts metricsScreenCharts, MetricChartState panel,
            ChartedGpuMetric gpuMetric, int position) {
        var numbers = new ArrayList<Double>();
        int boards = 0;
        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
            if (metricsScreenCharts.lines().get(line).isBoard()) {
                boards++;
                double number = panel.valueAt(line, position);
                if (!Double.isNaN(number)) {
                    numbers.add(number);
                }
            }
        }
        var all = numbers.stream().mapToDouble(Double::doubleValue);
        double sum = switch (gpuMetric) {
            case BUSY -> all.average().orElse(Double.NaN);
            case MEMORY, POWER -> numbers.isEmpty() ? Double.NaN : all.sum();
            case TEMPERATURE -> all.max().orElse(Double.NaN);
        };
        boolean lacking = numbers.size() < boards || metricsScreenCharts.omittedLines() > 0;
        boolean least = gpuMetric != ChartedGpuMetric.BUSY && lacking && !numbers.isEmpty();
        return (least ? "≥ " : "") + gpuMetric.numberText(sum);
    }
}
