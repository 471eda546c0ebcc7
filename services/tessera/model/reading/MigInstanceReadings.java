package tessera.model.reading;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one MIG instance from an exporter.
 *
 * @param id      the GPU instance's number, which the driver gives; it is no place on the board
 * @param profile e.g. {@code 3g.40gb}
 * @param holder  who uses it; null when the exporter names nobody
 * @param values  its own; those of the board are with the device
 */
public record MigInstanceReadings(int id, String profile, @Nullable ReportedDeviceUser holder,
        DeviceMetricValues values) {

    MigInstanceReadings reuseEqualParts(MigInstanceReadings before) {
        return new MigInstanceReadings(id, DeviceReadings.reuseIfEqual(profile, before.profile),
                Objects.equals(holder, before.holder) ? before.holder : holder,
                DeviceReadings.reuseIfEqual(values, before.values));
    }

    public MetricReading readingOf(DeviceMetric deviceMetric) {
        if (values.hasValue(deviceMetric)) {
            return new MetricReading.MeasuredMetricReading(values.get(deviceMetric));
        }
        return new MetricReading.MissingMetricReading(
                values.isBlank(deviceMetric) ? MetricReading.MissingValueReason.BLANK
                        : MetricReading.MissingValueReason.NOT_EXPORTED);
    }
}
