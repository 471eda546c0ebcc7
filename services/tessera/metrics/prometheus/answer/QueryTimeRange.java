package tessera.metrics.prometheus.answer;

import java.time.Duration;
import java.time.Instant;

/**
 * A range of time divided into equal steps.
 *
 * @param start the first moment
 * @param end   the last moment is this, or less than a step before
 */
public record QueryTimeRange(Instant start, Instant end, Duration step) {

    /** More steps than this no Prometheus takes. */
    public static final int MOST_STEPS = 11_000;
    /** Exporters take no new values more often. */
    public static final Duration FINEST = Duration.ofSeconds(30);

    public QueryTimeRange {
        if (step.toMillis() < 1 || end.isBefore(start)
                || Duration.between(start, end).toMillis() / step.toMillis() > MOST_STEPS) {
            throw new IllegalArgumentException("from " + start + " to " + end + " by " + step);
        }
    }

    /**
     * Returns a range in the requested number of points, or as many as are sensible. The moments are multiples of the step, so that
     * a curve that is asked for again later does not change its shape.
     */
    public static QueryTimeRange covering(Instant start, Instant end, int points) {
        long length = Math.max(0, Duration.between(start, end).toMillis());
        int steps = Math.clamp(points - 1L, 1, MOST_STEPS - 1);
        long seconds = Math.max(FINEST.toSeconds(), Math.ceilDiv(Math.ceilDiv(length, steps), 1000));
        long step = seconds * 1000;
        return new QueryTimeRange(Instant.ofEpochMilli(Math.floorDiv(start.toEpochMilli(), step) * step),
                Instant.ofEpochMilli(Math.floorDiv(Math.max(end.toEpochMilli(), start.toEpochMilli()), step) * step),
                Duration.ofMillis(step));
    }

    /** Returns the number of points. */
    public int pointCount() {
        return (int) (Duration.between(start, end).toMillis() / step.toMillis()) + 1;
    }

    /** Returns the time of a point. */
    public Instant timeAt(int point) {
        return start.plus(step.multipliedBy(point));
    }

    /** Returns the nearest point; less than 0 or too large when the time lies outside. */
    long nearestPoint(long epochMillis) {
        return Math.round((double) (epochMillis - start.toEpochMilli()) / step.toMillis());
    }
}
