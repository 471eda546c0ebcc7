package tessera.demo.control;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that starts with another and then runs at a different speed. */
public final class SpeedAdjustedClock extends Clock {

    private final Clock base;
    private final Instant start;
    private final double speed;
    /** When the other clock showed that this one may go; {@link Instant#MAX} before. */
    private final AtomicReference<Instant> departure;

    /** @param speed how many seconds it goes on in one second of the other */
    public SpeedAdjustedClock(Clock base, double speed) {
        this(base, base.instant(), speed, new AtomicReference<>(Instant.MAX));
        resume();
    }

    private SpeedAdjustedClock(Clock base, Instant start, double speed, AtomicReference<Instant> departure) {
        this.base = base;
        this.start = start;
        this.speed = speed;
        this.departure = departure;
    }

    /** Returns a clock that stands still until started, so that slow preparation takes no cluster time. */
    public static SpeedAdjustedClock newPaused(Clock base, double speed) {
        return new SpeedAdjustedClock(base, base.instant(), speed, new AtomicReference<>(Instant.MAX));
    }

    /** Starts the clock. */
    public void resume() {
        departure.compareAndSet(Instant.MAX, base.instant());
    }

    @Override
    public Instant instant() {
        var since = departure.get();
        var now = base.instant();
        return now.isAfter(since) ? start.plusNanos((long) (Duration.between(since, now).toNanos() * speed)) : start;
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SpeedAdjustedClock(base.withZone(zone), start, speed, departure);
    }
}
