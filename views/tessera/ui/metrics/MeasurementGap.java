package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.metrics.history.StepSeries;
import tessera.ui.kit.AgeText;

/** The time between two measurements in which none was made of any device in sight. */
record MeasurementGap(Instant from, Instant to) {

    String words() {
        return "no data " + AgeText.brief(Duration.between(from, to));
    }

    /**
     * The gaps of some series of the same times.
     *
     * @param apart two measurements that lie further apart have a gap between them
     * @param from  before it nothing is missing, because nothing was recorded yet
     * @param to    how far time has gone on
     */
    static List<MeasurementGap> of(List<StepSeries> series, Duration apart, Instant from, Instant to) {
        var gaps = new ArrayList<MeasurementGap>();
        if (series.isEmpty()) {
            return gaps;
        }
        var times = series.getFirst();
        var last = from;
        for (int i = 0; i < times.size(); i++) {
            int place = i;
            if (series.stream().anyMatch(each -> !Float.isNaN(each.value(place)))) {
                add(gaps, last, times.time(i), apart);
                last = times.time(i);
            }
        }
        // What is measured now belongs to a step that began before.
        add(gaps, last, to, apart.plus(times.step()));
        return gaps;
    }

    private static void add(List<MeasurementGap> gaps, Instant last, Instant next, Duration apart) {
        if (Duration.between(last, next).compareTo(apart) > 0) {
            gaps.add(new MeasurementGap(last, next));
        }
    }

    /**
     * The stretches of a series that are drawn as one line, each from its first to its last place. What lies too far
     * apart is not joined.
     */
    static List<Stretch> stretches(StepSeries series, Duration apart) {
        // Not divided as durations: that takes as long as to draw the line.
        int most = (int) Math.max(1, apart.toMillis() / series.step().toMillis());
        var stretches = new ArrayList<Stretch>();
        int first = -1;
        int last = -1;
        for (int i = 0; i < series.size(); i++) {
            if (Float.isNaN(series.value(i))) {
                continue;
            }
            if (first >= 0 && i - last > most) {
                stretches.add(new Stretch(first, last));
                first = i;
            }
            first = first < 0 ? i : first;
            last = i;
        }
        if (first >= 0) {
            stretches.add(new Stretch(first, last));
        }
        return stretches;
    }

    /** Places of a series, both included. */
    record Stretch(int first, int last) {}
}
