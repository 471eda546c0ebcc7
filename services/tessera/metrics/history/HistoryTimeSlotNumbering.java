package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;

/** Numbers the steps of all series: slot 0 begins with the epoch, so that equal slots are equal times. */
final class HistoryTimeSlotNumbering {

    static final Duration STEP = Duration.ofSeconds(30);
    static final int HOUR = (int) Duration.ofHours(1).dividedBy(STEP);
    /** Before every slot, and far enough from the least number to reckon with. */
    static final long NONE = Long.MIN_VALUE / 2;

    private HistoryTimeSlotNumbering() {}

    static long slotAt(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), STEP.toSeconds());
    }

    static Instant startOf(long slot) {
        return Instant.ofEpochSecond(slot * STEP.toSeconds());
    }

    static long hourOf(long slot) {
        return Math.floorDiv(slot, HOUR);
    }
}
