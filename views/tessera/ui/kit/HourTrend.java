package tessera.ui.kit;

import java.time.Duration;
import java.util.function.DoubleFunction;
import tessera.metrics.history.StepSeries;

/**
 * What was measured of one quantity of a device in the last hour, to be drawn small.
 *
 * @param series up to now; where nothing was measured it has gaps
 * @param low    what is drawn at the lower edge
 * @param high   what is drawn at the upper edge
 * @param apart  two measurements that lie further apart have a gap between them
 */
public record HourTrend(StepSeries series, double low, double high, Duration apart) {

    /** How far a number lies above the lower edge: 0 to 1, also for numbers beyond the edges. */
    double share(double number) {
        return Math.clamp((number - low) / (high - low), 0, 1);
    }

    /** How many steps two measurements may lie apart without a gap between them. */
    int reach() {
        return (int) Math.max(1, apart.toNanos() / series.step().toNanos());
    }

    /** Whether there are two numbers: one alone is no line. */
    public boolean drawable() {
        int known = 0;
        for (int place = 0; place < series.size() && known < 2; place++) {
            known += Float.isNaN(series.value(place)) ? 0 : 1;
        }
        return known == 2;
    }

    /** The place of the newest number; −1 where there is none. */
    int newest() {
        int place = series.size() - 1;
        while (place >= 0 && Float.isNaN(series.value(place))) {
            place--;
        }
        return place;
    }

    /** Whether the newest number is too old to stand for now. What is measured now belongs to a step that began before. */
    boolean stale() {
        return series.size() - 1 - newest() > reach() + 1;
    }

    /** What is drawn, in words: {@code 3 to 98, mean 71}; a dash where nothing was measured. */
    public String words(DoubleFunction<String> number) {
        return series.isEmpty() ? MeasureText.MISSING
                : "%s to %s, mean %s".formatted(number.apply(series.min()), number.apply(series.max()),
                        number.apply(series.mean()));
    }
}
