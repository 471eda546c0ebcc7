package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tessera.metrics.history.StepSeries;

/**
 * One chart.
 *
 * @param caption    the unit and what is to be known of it
 * @param series     one for each line, in the unit of the metric; all of the same times
 * @param thresholds lines that are drawn across it
 */
record ChartPanel(ChartMeasure quantity, String caption, ValueAxis scale, List<StepSeries> series,
        List<Threshold> thresholds) {

    /** How serious it is to be beyond a threshold. */
    enum ThresholdWeight {
        PLAIN,
        WARNING,
        CRITICAL
    }

    /** @param value in the unit of the chart */
    record Threshold(double value, String words, ThresholdWeight weight) {}

    ChartPanel {
        series = List.copyOf(series);
        thresholds = List.copyOf(thresholds);
    }

    /** What of it lies in a frame. */
    ChartPanel within(TimeFrame frame) {
        return new ChartPanel(quantity, caption, scale,
                series.stream().map(each -> each.between(frame.from(), frame.to())).toList(), thresholds);
    }

    /** The weightiest of the thresholds that a number is above; plain where it is above none that warns. */
    ThresholdWeight beyond(double number) {
        return thresholds.stream().filter(threshold -> number > threshold.value()).map(Threshold::weight)
                .max(Comparator.naturalOrder()).orElse(ThresholdWeight.PLAIN);
    }

    /** The number of a line at a place, in the unit of the chart; not a number in a gap. */
    double shown(int line, int place) {
        var of = series.get(line);
        return place < 0 || place >= of.size() ? Double.NaN : quantity.shown(of.value(place));
    }

    /** The place of a moment in the series; may lie beyond them. */
    int place(Instant moment) {
        var first = series.getFirst();
        return (int) Math.floorDiv(Duration.between(first.start(), moment).toMillis(), first.step().toMillis());
    }
}
