package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.model.reading.DeviceMetric;

/**
 * State kept of one device between readings. Fleets have tens of thousands of devices: it holds no
 * more than the probes need of a device on which nothing ever happened. One thread at a time.
 */
final class DeviceCounterAndXidState {

    static final List<CounterMetric> COUNTERS = List.of(
            new CounterMetric(AlertSignal.ECC_UNCORRECTABLE, DeviceMetric.ECC_UNCORRECTABLE),
            new CounterMetric(AlertSignal.REMAPPED_UNCORRECTABLE, DeviceMetric.REMAPPED_UNCORRECTABLE),
            new CounterMetric(AlertSignal.LINK_ERRORS, DeviceMetric.LINK_ERRORS),
            new CounterMetric(AlertSignal.LINK_RECOVERY_FAILURES, DeviceMetric.LINK_RECOVERY_FAILURES),
            new CounterMetric(AlertSignal.PCIE_REPLAYS, DeviceMetric.PCIE_REPLAYS));

    /** How long something that is not reported any more is remembered. */
    static final Duration KEPT = Duration.ofDays(1);

    private final AlertSubject subject;
    /** How counters grew that are not at rest, in the order of the counters; null where all are. */
    private @Nullable CounterIncrease @Nullable [] growths;
    /** A bit for each counter that stood at zero when it was last read and has not grown. */
    private int resting;
    /** When the counters at rest were last read. */
    private Instant rested = Instant.EPOCH;
    /** Null before an XID metric was seen. */
    @Nullable
    SeenXids xids;

    private Instant at;

    /** The counter metric behind a signal. */
    record CounterMetric(AlertSignal signal, DeviceMetric metric) {}

    DeviceCounterAndXidState(AlertSubject subject, Instant at) {
        this.subject = subject;
        this.at = at;
    }

    AlertSubject subject() {
        return subject;
    }

    /** Returns the growth of a counter so far; null when it was not read before. */
    @Nullable
    CounterIncrease growthOf(int counter) {
        if ((resting & 1 << counter) != 0) {
            return CounterIncrease.atZero(rested);
        }
        if (growths == null) {
            return null;
        }
        return growths[counter];
    }

    void keepGrowth(int counter, CounterIncrease growth) {
        if (growth.isIdle()) {
            resting |= 1 << counter;
            rested = growth.readAt();
        } else {
            resting &= ~(1 << counter);
        }
        if (growths != null || !growth.isIdle()) {
            growths = growths == null ? new CounterIncrease[COUNTERS.size()] : growths;
            growths[counter] = growth.isIdle() ? null : growth;
        }
    }

    /** Keeps a counter that this reading lacks, while others may be there: its growth stays as old as it is. */
    void keepUnread(int counter) {
        if ((resting & 1 << counter) != 0) {
            growths = growths == null ? new CounterIncrease[COUNTERS.size()] : growths;
            growths[counter] = CounterIncrease.atZero(rested);
            resting &= ~(1 << counter);
        }
    }

    void markSeen(Instant when) {
        at = when;
    }

    boolean isExpired(Instant now) {
        return isTooOld(at, now);
    }

    static boolean isTooOld(Instant then, Instant now) {
        return Duration.between(then, now).compareTo(KEPT) > 0;
    }

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
            var lastGrowth = over ? null : grewAt;
            if (newer < value) {
                return new CounterIncrease(newer, when, Double.NaN, before, lastGrowth);
            }
            double minutes = Duration.between(readAt, when).toMillis() / 60_000.0;
            double more = newer - value;
            if (more == 0) {
                return new CounterIncrease(newer, when, 0, before, lastGrowth);
            }
            return new CounterIncrease(newer, when, more / minutes, before + more, when);
        }
    }
}
