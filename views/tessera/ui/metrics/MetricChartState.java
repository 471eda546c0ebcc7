package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tessera.metrics.history.FixedStepSeries;

/**
 * One chart.
 *
 * @param caption    the unit and what is to be known of it
 * @param series     one for each line, in the unit of the metric; all of the same times
 * @param thresholds lines that are drawn across it
 */
record MetricChartState(ChartedMeasure measure, String caption, ChartValueAxis scale, List<FixedStepSeries> series,
        List<ChartThreshold> thresholds) {

    /** The severity of crossing a threshold. */
    enum ThresholdSeverity {
        PLAIN,
        WARNING,
        CRITICAL
    }

    /** @param value in the unit of the chart */
    record ChartThreshold(double value, String labelText, ThresholdSeverity weight) {}

    MetricChartState {
        series = List.copyOf(series);
        thresholds = List.copyOf(thresholds);
    }

    /** Returns the part of the chart in a frame. */
    MetricChartState inFrame(ChartTimeFrame frame) {
        return new MetricChartState(measure, caption, scale,
                series.stream().map(each -> each.sliceBetween(frame.from(), frame.to())).toList(), thresholds);
    }

    /** Returns the most serious threshold below a number; plain where it is above none that warns. */
    ThresholdSeverity weightOf(double number) {
        return thresholds.stream().filter(threshold -> number > threshold.value()).map(ChartThreshold::weight)
                .max(Comparator.naturalOrder()).orElse(ThresholdSeverity.PLAIN);
    }

    /** Returns the number of a line at an index, in the unit of the chart; NaN in a gap. */
    double valueAt(int line, int position) {
        var of = series.get(line);
        return position < 0 || position >= of.size() ? Double.NaN : measure.toChartUnit(of.valueAt(position));
    }

    /** Returns the index of a moment in the series; may be outside of them. */
    int indexOf(Instant moment) {
        var first = series.getFirst();
        return (int) Math.floorDiv(Duration.between(first.startTime(), moment).toMillis(), first.step().toMillis());
    }
}
