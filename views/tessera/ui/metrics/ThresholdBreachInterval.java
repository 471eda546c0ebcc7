package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.metrics.MetricChartState.ChartThreshold;
import tessera.ui.metrics.MetricChartState.ThresholdSeverity;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/**
 * A time in which a line was above a warning threshold.
 *
 * @param line      which
 * @param threshold which it was above
 */
record ThresholdBreachInterval(int line, ChartThreshold threshold, Instant from, Instant to) {

    /** A shorter one is a peak. */
    private static final Duration LEAST = Duration.ofMinutes(1);

    private Duration duration() {
        return Duration.between(from, to);
    }

    /**
     * Returns the breaches of all lines of a chart. A gap ends one; what is missing for a shorter
     * time does not.
     */
    static List<ThresholdBreachInterval> breachesOf(MetricsScreenCharts metricsScreenCharts, MetricChartState panel) {
        var breaches = new ArrayList<ThresholdBreachInterval>();
        panel.thresholds().stream().filter(threshold -> threshold.weight() == ThresholdSeverity.WARNING).findFirst()
                .ifPresent(threshold -> {
                    for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
                        addBreaches(breaches, metricsScreenCharts, panel,
                                new ThresholdBreachInterval(line, threshold, Instant.MIN, Instant.MIN));
                    }
                });
        return breaches;
    }

    private static void addBreaches(List<ThresholdBreachInterval> breaches, MetricsScreenCharts metricsScreenCharts,
            MetricChartState panel, ThresholdBreachInterval of) {
        var series = panel.series().get(of.line());
        for (var seriesIndexRange : MeasurementGap.stretchesOf(series, metricsScreenCharts.longestStep())) {
            int first = -1;
            for (int at = seriesIndexRange.first(); at <= seriesIndexRange.last() + 1; at++) {
                double value = at > seriesIndexRange.last() ? Double.NEGATIVE_INFINITY : panel.valueAt(of.line(), at);
                if (value > of.threshold().value()) {
                    first = first < 0 ? at : first;
                } else if (first >= 0 && !Double.isNaN(value)) {
                    var breach = new ThresholdBreachInterval(of.line(), of.threshold(), series.timeAt(first),
                            series.timeAt(at - 1));
                    if (breach.duration().compareTo(LEAST) >= 0) {
                        breaches.add(breach);
                    }
                    first = -1;
                }
            }
        }
    }

    /** Returns a summary of the breaches, e.g. {@code GPU 2 above 85 °C for 9 min}; empty where there are none. */
    static Optional<String> summaryText(List<ThresholdBreachInterval> breaches, MetricsScreenCharts metricsScreenCharts,
            ChartedMeasure measure) {
        var lines = breaches.stream().map(ThresholdBreachInterval::line).distinct().count();
        return breaches.stream().max(Comparator.comparing(ThresholdBreachInterval::duration))
                .map(longest -> "%s above %s %s for %s".formatted(
                        lines == 1 ? metricsScreenCharts.lines().get(longest.line()).title() : lines + " lines",
                        measure.numberText(longest.threshold().value()), measure.unit(),
                        (lines == 1 ? "" : "up to ") + AgeFormatter.brief(longest.duration())));
    }

    /** Returns the times of the breaches, overlapping ones merged. */
    static List<MeasurementGap> mergeSpans(List<ThresholdBreachInterval> breaches) {
        var spans = new ArrayList<MeasurementGap>();
        breaches.stream().sorted(Comparator.comparing(ThresholdBreachInterval::from)).forEach(breach -> {
            var last = spans.isEmpty() ? null : spans.getLast();
            if (last == null || breach.from().isAfter(last.to())) {
                spans.add(new MeasurementGap(breach.from(), breach.to()));
            } else if (breach.to().isAfter(last.to())) {
                spans.set(spans.size() - 1, new MeasurementGap(last.from(), breach.to()));
            }
        });
        return spans;
    }
}
