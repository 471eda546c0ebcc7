package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.metrics.history.FixedStepSeries;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;

/** A time between two measurements in which no shown device was measured. */
record MeasurementGap(Instant from, Instant to) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MeasurementGap.class);

    String gapText() {
        return MESSAGES.text("chart.gap", AgeFormatter.brief(Duration.between(from, to)));
    }

    /**
     * Returns the gaps of some series with the same times.
     *
     * @param apart two measurements that lie further apart have a gap between them
     * @param from  before it nothing is missing, because nothing was recorded yet
     * @param to    how far time has gone on
     */
    static List<MeasurementGap> gapsOf(List<FixedStepSeries> series, Duration apart, Instant from, Instant to) {
        var gaps = new ArrayList<MeasurementGap>();
        if (series.isEmpty()) {
            return gaps;
        }
        var times = series.getFirst();
        var last = from;
        for (int i = 0; i < times.size(); i++) {
            int position = i;
            if (series.stream().anyMatch(each -> !Float.isNaN(each.valueAt(position)))) {
                addGap(gaps, last, times.timeAt(i), apart);
                last = times.timeAt(i);
            }
        }
        // What is measured now belongs to a step that began before.
        addGap(gaps, last, to, apart.plus(times.step()));
        return gaps;
    }

    private static void addGap(List<MeasurementGap> gaps, Instant last, Instant next, Duration apart) {
        if (Duration.between(last, next).compareTo(apart) > 0) {
            gaps.add(new MeasurementGap(last, next));
        }
    }

    /**
     * Returns the stretches of a series that are drawn as one line, each from its first to its last index. What lies too far
     * apart is not joined.
     */
    static List<SeriesIndexRange> stretchesOf(FixedStepSeries series, Duration apart) {
        // Not divided as durations: that takes as long as to draw the line.
        int maximum = (int) Math.max(1, apart.toMillis() / series.step().toMillis());
        var stretches = new ArrayList<SeriesIndexRange>();
        int first = -1;
        int last = -1;
        for (int i = 0; i < series.size(); i++) {
            if (Float.isNaN(series.valueAt(i))) {
                continue;
            }
            if (first >= 0 && i - last > maximum) {
                stretches.add(new SeriesIndexRange(first, last));
                first = i;
            }
            first = first < 0 ? i : first;
            last = i;
        }
        if (first >= 0) {
            stretches.add(new SeriesIndexRange(first, last));
        }
        return stretches;
    }

    /** A range of indexes in a series, both ends included. */
    record SeriesIndexRange(int first, int last) {}
}
