package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;

/** The time that is in sight. Never empty. */
record ChartTimeFrame(Instant from, Instant to) {

    /** As close as it goes: ten steps of a series. */
    private static final Duration LEAST = Duration.ofMinutes(5);

    ChartTimeFrame {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("empty frame: " + from + " to " + to);
        }
    }

    static ChartTimeFrame endingAt(Instant end, Duration length) {
        return new ChartTimeFrame(end.minus(length), end);
    }

    Duration length() {
        return Duration.between(from, to);
    }

    /** Returns the position of a moment: 0 at the beginning, 1 at the end. */
    double shareOf(Instant moment) {
        return (double) Duration.between(from, moment).toMillis() / length().toMillis();
    }

    Instant momentAt(double share) {
        return from.plusMillis(Math.round(share * length().toMillis()));
    }

    /** Returns the part between two shares, in either order; widened where it would be too short to read. */
    ChartTimeFrame partBetween(double one, double other) {
        var startTime = momentAt(Math.min(one, other));
        var end = momentAt(Math.max(one, other));
        var missing = LEAST.minus(Duration.between(startTime, end));
        if (missing.isPositive()) {
            return endingAt(end.plus(missing.dividedBy(2)), LEAST);
        }
        return new ChartTimeFrame(startTime, end);
    }

    /** Returns a frame of the same length, moved by a share of it. */
    ChartTimeFrame panned(double share) {
        return endingAt(to.plusMillis(Math.round(share * length().toMillis())), length());
    }

    /** Returns a longer frame, or a shorter one for a factor below 1; the moment at the given share stays there. */
    ChartTimeFrame scaled(double share, double factor) {
        long wanted = Math.max(LEAST.toMillis(), Math.round(factor * length().toMillis()));
        // Who is closer already stays so.
        var scaled = Duration.ofMillis(factor < 1 ? Math.min(wanted, length().toMillis()) : wanted);
        var startTime = momentAt(share).minusMillis(Math.round(share * scaled.toMillis()));
        return new ChartTimeFrame(startTime, startTime.plus(scaled));
    }

    /** Returns the frame moved between two moments, and cut where it is too long. */
    ChartTimeFrame clampedTo(Instant earliest, Instant latest) {
        if (to.isAfter(latest)) {
            return endingAt(latest, length()).clampedTo(earliest, latest);
        }
        if (from.isAfter(earliest)) {
            return this;
        }
        var end = earliest.plus(length());
        return new ChartTimeFrame(earliest, end.isAfter(latest) ? latest : end);
    }
}
