package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The growth of a counter between readings.
 *
 * @param rate  a minute, between the last two readings; not a number where that is not known
 * @param total since it began to grow
 * @param grewAt  when it last grew; null when it did not, or has not for long
 */
record CounterIncrease(double value, Instant readAt, double rate, double total, @Nullable Instant grewAt) {

    /** Returns the growth after one more reading; starts over where nothing, or only what is too old, was remembered. */
    static CounterIncrease afterReading(@Nullable CounterIncrease before, double value, Instant at, Duration hold) {
        if (before == null || DeviceCounterAndXidState.isTooOld(before.readAt, at)) {
            return new CounterIncrease(value, at, Double.NaN, 0, null);
        }
        return before.addReading(value, at, hold);
    }

    /** Returns the growth of a counter that stood at zero at a moment. */
    static CounterIncrease atZero(Instant at) {
        return new CounterIncrease(0, at, 0, 0, null);
    }

    /** Returns whether the counter stands at zero and has not grown. */
    boolean isIdle() {
        return value == 0 && total == 0 && grewAt == null;
    }

    private CounterIncrease addReading(double newer, Instant when, Duration hold) {
        if (!when.isAfter(readAt)) {
            return this;
        }
        boolean over = grewAt == null || Duration.between(grewAt, when).compareTo(hold) >= 0;
        double before = over ? 0 : total;
        if (newer < value) {
            return new CounterIncrease(newer, when, Double.NaN, before, over ? null : grewAt);
        }
        double minutes = Duration.between(readAt, when).toMillis() / 60_000.0;
        double more = newer - value;
        if (more == 0) {
            return new CounterIncrease(newer, when, 0, before, over ? null : grewAt);
        }
        return new CounterIncrease(newer, when, more / minutes, before + more, when);
    }
}
