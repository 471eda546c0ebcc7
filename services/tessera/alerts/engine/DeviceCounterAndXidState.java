package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertSubject;

/**
 * State kept of one device between readings. Fleets have tens of thousands of devices: it holds no
 * more than the probes need of a device on which nothing ever happened. One thread at a time.
 */
final class DeviceCounterAndXidState {

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
    XidAlertCheck.@Nullable SeenXids xids;

    private Instant at;

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
            growths = growths == null ? new CounterIncrease[CounterAlertCheck.COUNTERS.size()] : growths;
            growths[counter] = growth.isIdle() ? null : growth;
        }
    }

    /** Keeps a counter that this reading lacks, while others may be there: its growth stays as old as it is. */
    void keepUnread(int counter) {
        if ((resting & 1 << counter) != 0) {
            growths = growths == null ? new CounterIncrease[CounterAlertCheck.COUNTERS.size()] : growths;
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
}
