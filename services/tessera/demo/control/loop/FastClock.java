package tessera.demo.control.loop;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that begins with another and then runs faster, or slower, than it. */
public final class FastClock extends Clock {

    private final Clock base;
    private final Instant start;
    private final double speed;

    /** @param speed how many seconds it goes on in one second of the other */
    public FastClock(Clock base, double speed) {
        this(base, base.instant(), speed);
    }

    private FastClock(Clock base, Instant start, double speed) {
        this.base = base;
        this.start = start;
        this.speed = speed;
    }

    @Override
    public Instant instant() {
        return start.plusNanos((long) (Duration.between(start, base.instant()).toNanos() * speed));
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new FastClock(base.withZone(zone), start, speed);
    }
}
