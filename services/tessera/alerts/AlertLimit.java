package tessera.alerts;

import org.jspecify.annotations.Nullable;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/**
 * Where a number begins to be wrong, and where it is right again. Between the two an alert that is on stays on and none
 * begins, so that a number that trembles at the threshold alarms once.
 *
 * @param threshold in the unit of the signal; for {@link Comparison#ANY_BIT} the bits
 * @param clear     where an alert ends
 * @param own       a metric by which a device tells its own threshold, which then counts; null when there is none
 */
public record AlertLimit(Comparison comparison, double threshold, double clear, @Nullable Metric own) {

    /** When a number is wrong. */
    public enum Comparison {
        ABOVE,
        AT_LEAST,
        BELOW,
        /** For numbers that stand for a state. */
        EQUALS,
        ANY_BIT
    }

    /** Whether a number is wrong. */
    public boolean violated(double value) {
        return wrong(value, threshold);
    }

    /** Whether a number is so right that an alert ends. */
    public boolean cleared(double value) {
        return !violated(value) && !wrong(value, clear);
    }

    private boolean wrong(double value, double limit) {
        return switch (comparison) {
            case ABOVE -> value > limit;
            case AT_LEAST -> value >= limit;
            case BELOW -> value < limit;
            case EQUALS -> value == limit;
            case ANY_BIT -> ((long) value & (long) limit) != 0;
        };
    }

    /** The limit of a device, which may tell its own. */
    public AlertLimit of(MetricValues values) {
        return own != null && values.get(own) > 0 ? at(values.get(own)) : this;
    }

    /** The same distance between wrong and right, at another threshold. */
    public AlertLimit at(double other) {
        return new AlertLimit(comparison, other, comparison == Comparison.ANY_BIT ? other : other + clear - threshold,
                null);
    }
}
