package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Subject;

/**
 * What is remembered of one device from one reading to the next. Fleets have tens of thousands of devices: it holds no
 * more than the probes need of a device on which nothing ever happened. One thread at a time.
 */
final class DeviceMemory {

    /** How long something that is not reported any more is remembered. */
    static final Duration KEPT = Duration.ofDays(1);

    private final Subject subject;
    /** How each counter grew, in the order of the counters; null where there is none. */
    final @Nullable Growth[] growths = new Growth[CounterProbe.COUNTERS.size()];
    /** Null before an XID metric was seen. */
    XidProbe.@Nullable Seen xids;

    private Instant at;

    DeviceMemory(Subject subject, Instant at) {
        this.subject = subject;
        this.at = at;
    }

    Subject subject() {
        return subject;
    }

    void seen(Instant when) {
        at = when;
    }

    boolean outlived(Instant now) {
        return tooOld(at, now);
    }

    static boolean tooOld(Instant then, Instant now) {
        return Duration.between(then, now).compareTo(KEPT) > 0;
    }
}
