package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that runs as usual, and can be moved ahead. */
final class AdvancedClock extends Clock {

    private volatile Duration ahead = Duration.ZERO;

    /** To be called by one thread. */
    void move(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
        return Clock.systemUTC().instant().plus(ahead);
    }
}
