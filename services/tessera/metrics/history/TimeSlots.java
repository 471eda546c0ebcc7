package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;

/** Numbers the steps of all series: slot 0 begins with the epoch, so that slots of every series are the same times. */
final class TimeSlots {

    static final Duration STEP = Duration.ofSeconds(30);
    static final int HOUR = (int) Duration.ofHours(1).dividedBy(STEP);
    /** Before every slot, and far enough from the least number to reckon with. */
    static final long NONE = Long.MIN_VALUE / 2;

    private TimeSlots() {}

    static long of(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), STEP.toSeconds());
    }

    static Instant start(long slot) {
        return Instant.ofEpochSecond(slot * STEP.toSeconds());
    }

    static long hour(long slot) {
        return Math.floorDiv(slot, HOUR);
    }
}
