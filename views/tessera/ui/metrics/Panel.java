package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tessera.metrics.history.Series;

/**
 * One chart.
 *
 * @param caption    the unit and what is to be known of it
 * @param series     one for each line, in the unit of the metric; all of the same times
 * @param thresholds lines that are drawn across it
 */
record Panel(Measure quantity, String caption, Scale scale, List<Series> series, List<Threshold> thresholds) {

    /** How serious it is to be beyond a threshold. */
    enum Weight {
        PLAIN,
        WARNING,
        CRITICAL
    }

    /** @param value in the unit of the chart */
    record Threshold(double value, String words, Weight weight) {}

    Panel {
        series = List.copyOf(series);
        thresholds = List.copyOf(thresholds);
    }

    /** What of it lies in a frame. */
    Panel within(Frame frame) {
        return new Panel(quantity, caption, scale,
                series.stream().map(each -> each.between(frame.from(), frame.to())).toList(), thresholds);
    }

    /** The weightiest of the thresholds that a number is above; plain where it is above none that warns. */
    Weight beyond(double number) {
        return thresholds.stream().filter(threshold -> number > threshold.value()).map(Threshold::weight)
                .max(Comparator.naturalOrder()).orElse(Weight.PLAIN);
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
