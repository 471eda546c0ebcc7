package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * Numbers measured at even steps, with gaps where nothing was measured. A gap is not a number (NaN), never the number
 * before it and never 0. Never changes.
 */
public final class FixedStepSeries {

    private final Instant start;
    private final Duration step;
    private final float[] values;

    /**
     * @param start  when the first value's step begins
     * @param values one for each step
     */
    public FixedStepSeries(Instant start, Duration step, float[] values) {
        this.start = start;
        this.step = step;
        this.values = values.clone();
    }

    public Instant startTime() {
        return start;
    }

    public Duration step() {
        return step;
    }

    /** Returns a copy of the numbers. */
    public float[] values() {
        return values.clone();
    }

    public int size() {
        return values.length;
    }

    /** Returns the number of one step; NaN in a gap. */
    public float valueAt(int position) {
        return values[position];
    }

    /** Returns the time at which a step begins. */
    public Instant timeAt(int position) {
        return start.plus(step.multipliedBy(position));
    }

    /** Returns whether there is nothing but gaps. */
    public boolean isEmpty() {
        return Double.isNaN(last());
    }

    /** Returns the least number; NaN where there is none. */
    public double min() {
        double minimum = Double.NaN;
        for (float value : values) {
            minimum = Float.isNaN(value) || minimum <= value ? minimum : value;
        }
        return minimum;
    }

    /** Returns the greatest number; NaN where there is none. */
    public double max() {
        double greatest = Double.NaN;
        for (float value : values) {
            greatest = Float.isNaN(value) || greatest >= value ? greatest : value;
        }
        return greatest;
    }

    /** Returns the newest number, however old it is; NaN where there is none. */
    public double last() {
        for (int i = values.length - 1; i >= 0; i--) {
            if (!Float.isNaN(values[i])) {
                return values[i];
            }
        }
        return Double.NaN;
    }

    /** Returns the mean of the numbers; NaN where there is none. */
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

    /** Returns the part between two times, both included. */
    public FixedStepSeries sliceBetween(Instant from, Instant to) {
        long length = step.toMillis();
        int first = Math.clamp(Math.ceilDiv(Duration.between(start, from).toMillis(), length), 0, values.length);
        int end = Math.clamp(Math.floorDiv(Duration.between(start, to).toMillis(), length) + 1, first, values.length);
        return new FixedStepSeries(timeAt(first), step, Arrays.copyOfRange(values, first, end));
    }

    /**
     * Returns the series in fewer points. Every two points stand for the least and the greatest number of their time, in the
     * order in which these were measured, so that no peak is lost; a gap stays where nothing was measured in that time.
     *
     * @param maxPoints at least two
     */
    public FixedStepSeries downsample(int maxPoints) {
        if (maxPoints < 2) {
            throw new IllegalArgumentException("maxPoints is " + maxPoints);
        }
        if (values.length <= maxPoints) {
            return this;
        }
        int even = maxPoints / 2 * 2;
        int perPoint = (values.length + even - 1) / even;
        int bucket = perPoint * 2;
        var points = new float[(values.length + bucket - 1) / bucket * 2];
        for (int i = 0; i < points.length; i += 2) {
            copyExtremes(i / 2 * bucket, Math.min(values.length, (i / 2 + 1) * bucket), points, i);
        }
        return new FixedStepSeries(start, step.multipliedBy(perPoint), points);
    }

    private void copyExtremes(int from, int to, float[] points, int position) {
        int minimum = -1;
        int greatest = -1;
        for (int i = from; i < to; i++) {
            if (!Float.isNaN(values[i])) {
                if (minimum < 0 || values[i] < values[minimum]) {
                    minimum = i;
                }
                if (greatest < 0 || values[i] > values[greatest]) {
                    greatest = i;
                }
            }
        }
        points[position] = minimum < 0 ? Float.NaN : values[Math.min(minimum, greatest)];
        points[position + 1] = minimum < 0 ? Float.NaN : values[Math.max(minimum, greatest)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FixedStepSeries series && start.equals(series.start) && step.equals(series.step)
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
