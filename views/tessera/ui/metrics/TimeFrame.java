package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;

/** The time that is in sight. Never empty. */
record TimeFrame(Instant from, Instant to) {

    /** As close as it goes: ten steps of a series. */
    private static final Duration LEAST = Duration.ofMinutes(5);

    TimeFrame {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("A frame needs a length: " + from + " to " + to);
        }
    }

    static TimeFrame ending(Instant end, Duration length) {
        return new TimeFrame(end.minus(length), end);
    }

    Duration length() {
        return Duration.between(from, to);
    }

    /** Where a moment lies: 0 at the beginning, 1 at the end. */
    double share(Instant moment) {
        return (double) Duration.between(from, moment).toMillis() / length().toMillis();
    }

    Instant at(double share) {
        return from.plusMillis(Math.round(share * length().toMillis()));
    }

    /** The part between two shares, in either order; widened to both sides where it would be too short to read. */
    TimeFrame part(double one, double other) {
        var begin = at(Math.min(one, other));
        var end = at(Math.max(one, other));
        var missing = LEAST.minus(Duration.between(begin, end));
        return missing.isPositive()
                ? ending(end.plus(missing.dividedBy(2)), LEAST)
                : new TimeFrame(begin, end);
    }

    /** A frame of the same length, moved by a share of it. */
    TimeFrame panned(double share) {
        return ending(to.plusMillis(Math.round(share * length().toMillis())), length());
    }

    /** A longer frame, or a shorter one for a factor below 1, in which what lay at a share still does. */
    TimeFrame scaled(double share, double factor) {
        long wanted = Math.max(LEAST.toMillis(), Math.round(factor * length().toMillis()));
        // Who is closer already stays so.
        var scaled = Duration.ofMillis(factor < 1 ? Math.min(wanted, length().toMillis()) : wanted);
        var begin = at(share).minusMillis(Math.round(share * scaled.toMillis()));
        return new TimeFrame(begin, begin.plus(scaled));
    }

    /** The same between two moments: moved, and cut where it is longer than the time between these. */
    TimeFrame within(Instant earliest, Instant latest) {
        if (to.isAfter(latest)) {
            return ending(latest, length()).within(earliest, latest);
        }
        if (from.isAfter(earliest)) {
            return this;
        }
        var end = earliest.plus(length());
        return new TimeFrame(earliest, end.isAfter(latest) ? latest : end);
    }
}
