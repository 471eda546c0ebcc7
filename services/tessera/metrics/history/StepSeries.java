package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * Numbers measured at even steps, with gaps where nothing was measured. A gap is not a number (NaN), never the number
 * before it and never 0. Never changes.
 */
public final class StepSeries {

    private final Instant start;
    private final Duration step;
    private final float[] values;

    /**
     * @param start  when the first value's step begins
     * @param values one for each step
     */
    public StepSeries(Instant start, Duration step, float[] values) {
        this.start = start;
        this.step = step;
        this.values = values.clone();
    }

    public Instant start() {
        return start;
    }

    public Duration step() {
        return step;
    }

    /** A copy. */
    public float[] values() {
        return values.clone();
    }

    public int size() {
        return values.length;
    }

    /** The number of one step; not a number in a gap. */
    public float value(int place) {
        return values[place];
    }

    /** When a step begins. */
    public Instant time(int place) {
        return start.plus(step.multipliedBy(place));
    }

    /** Whether there is nothing but gaps. */
    public boolean isEmpty() {
        return Double.isNaN(last());
    }

    /** The least number; not a number where there is none. */
    public double min() {
        double least = Double.NaN;
        for (float value : values) {
            least = Float.isNaN(value) || least <= value ? least : value;
        }
        return least;
    }

    /** The greatest number; not a number where there is none. */
    public double max() {
        double greatest = Double.NaN;
        for (float value : values) {
            greatest = Float.isNaN(value) || greatest >= value ? greatest : value;
        }
        return greatest;
    }

    /** The newest number, however old it is; not a number where there is none. */
    public double last() {
        for (int i = values.length - 1; i >= 0; i--) {
            if (!Float.isNaN(values[i])) {
                return values[i];
            }
        }
        return Double.NaN;
    }

    /** The mean of the numbers; not a number where there is none. */
    public double mean() {
        double sum = 0;
        int count = 0;
        for (float value : values) {
            if (!Float.isNaN(value)) {
                sum += value;
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    /** What of it lies between two moments, both included. */
    public StepSeries between(Instant from, Instant to) {
        long length = step.toMillis();
        int first = Math.clamp(Math.ceilDiv(Duration.between(start, from).toMillis(), length), 0, values.length);
        int end = Math.clamp(Math.floorDiv(Duration.between(start, to).toMillis(), length) + 1, first, values.length);
        return new StepSeries(time(first), step, Arrays.copyOfRange(values, first, end));
    }

    /**
     * The same in fewer points. Every two points stand for the least and the greatest number of their time, in the
     * order in which these were measured, so that no peak is lost; a gap stays where nothing was measured in that time.
     *
     * @param maxPoints at least two
     */
    public StepSeries coarser(int maxPoints) {
        if (maxPoints < 2) {
            throw new IllegalArgumentException("Extremes need two points, not " + maxPoints);
        }
        if (values.length <= maxPoints) {
            return this;
        }
        int even = maxPoints / 2 * 2;
        int perPoint = (values.length + even - 1) / even;
        int bucket = perPoint * 2;
        var points = new float[(values.length + bucket - 1) / bucket * 2];
        for (int i = 0; i < points.length; i += 2) {
            extremes(i / 2 * bucket, Math.min(values.length, (i / 2 + 1) * bucket), points, i);
        }
        return new StepSeries(start, step.multipliedBy(perPoint), points);
    }

    private void extremes(int from, int to, float[] points, int place) {
        int least = -1;
        int greatest = -1;
        for (int i = from; i < to; i++) {
            if (!Float.isNaN(values[i])) {
                least = least < 0 || values[i] < values[least] ? i : least;
                greatest = greatest < 0 || values[i] > values[greatest] ? i : greatest;
            }
        }
        points[place] = least < 0 ? Float.NaN : values[Math.min(least, greatest)];
        points[place + 1] = least < 0 ? Float.NaN : values[Math.max(least, greatest)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StepSeries series && start.equals(series.start) && step.equals(series.step)
                && Arrays.equals(values, series.values);
    }

    @Override
    public int hashCode() {
        return 31 * start.hashCode() + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return start + " every " + step + ": " + Arrays.toString(values);
    }
}
