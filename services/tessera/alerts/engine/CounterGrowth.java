package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a counter grew.
 *
 * @param rate  a minute, between the last two readings; not a number where that is not known
 * @param total since it began to grow
 * @param grew  when it last grew; null when it did not, or has not for long
 */
record CounterGrowth(double value, Instant at, double rate, double total, @Nullable Instant grew) {

    /** What follows from one more reading; begins anew where nothing, or only what is too old, was remembered. */
    static CounterGrowth after(@Nullable CounterGrowth before, double value, Instant at, Duration hold) {
        return before == null || DeviceMemory.tooOld(before.at, at) ? new CounterGrowth(value, at, Double.NaN, 0, null)
                : before.next(value, at, hold);
    }

    /** A counter that stood at zero at a moment. */
    static CounterGrowth none(Instant at) {
        return new CounterGrowth(0, at, 0, 0, null);
    }

    /** Whether it says no more than that the counter stands at zero. */
    boolean rests() {
        return value == 0 && total == 0 && grew == null;
    }

    private CounterGrowth next(double newer, Instant when, Duration hold) {
        if (!when.isAfter(at)) {
            return this;
        }
        boolean over = grew == null || Duration.between(grew, when).compareTo(hold) >= 0;
        double before = over ? 0 : total;
        if (newer < value) {
            return new CounterGrowth(newer, when, Double.NaN, before, over ? null : grew);
        }
        double minutes = Duration.between(at, when).toMillis() / 60_000.0;
        double more = newer - value;
        return more == 0 ? new CounterGrowth(newer, when, 0, before, over ? null : grew)
                : new CounterGrowth(newer, when, more / minutes, before + more, when);
    }
}
