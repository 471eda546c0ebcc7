package tessera.alerts;

import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;

/**
 * A threshold with hysteresis: the value at which an alert starts and the one at which it clears. Between the two an alert that is on stays on and none
 * begins, so that a number that trembles at the threshold alarms once.
 *
 * @param threshold in the unit of the signal; for {@link Comparison#ANY_BIT} the bits
 * @param clearThreshold     where an alert ends
 * @param deviceMetric       a metric by which a device tells its own threshold, which then counts; null when there is none
 */
public record AlertThreshold(ThresholdComparison comparison, double threshold, double clearThreshold,
        @Nullable DeviceMetric deviceMetric) {

    /** The comparison of a value with a threshold. */
    public enum ThresholdComparison {
        ABOVE,
        AT_LEAST,
        BELOW,
        /** For numbers that stand for a state. */
        EQUALS,
        ANY_BIT
    }

    /** Returns whether a value violates the threshold. */
    public boolean isViolated(double value) {
        return exceeds(value, threshold);
    }

    /** Returns whether a value is far enough from the threshold to end an alert. */
    public boolean isCleared(double value) {
        return !isViolated(value) && !exceeds(value, clearThreshold);
    }

    private boolean exceeds(double value, double limit) {
        return switch (comparison) {
            case ABOVE -> value > limit;
            case AT_LEAST -> value >= limit;
            case BELOW -> value < limit;
            case EQUALS -> value == limit;
            case ANY_BIT -> ((long) value & (long) limit) != 0;
        };
    }

    /** Returns the limit for a device, with the device's own threshold where it reports one. */
    public AlertThreshold forDevice(DeviceMetricValues values) {
        return deviceMetric != null && values.get(deviceMetric) > 0 ? withThreshold(values.get(deviceMetric)) : this;
    }

    /** Returns the limit at another threshold, with the same hysteresis. */
    public AlertThreshold withThreshold(double other) {
        return new AlertThreshold(comparison, other,
                comparison == ThresholdComparison.ANY_BIT ? other : other + clearThreshold - threshold, null);
    }
}
