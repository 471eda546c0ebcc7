package tessera.model.reading;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an exporter reports of one MIG instance.
 *
 * @param id      the GPU instance's number, which the driver gives; it is no place on the board
 * @param profile e.g. {@code 3g.40gb}
 * @param holder  who uses it; null when the exporter names nobody
 * @param values  its own; those of the board are with the device
 */
public record InstanceReadings(int id, String profile, @Nullable ReportedHolder holder, MetricValues values) {

    InstanceReadings sharing(InstanceReadings before) {
        return new InstanceReadings(id, DeviceReadings.same(profile, before.profile),
                Objects.equals(holder, before.holder) ? before.holder : holder,
                DeviceReadings.same(values, before.values));
    }

    public MetricReading reading(Metric metric) {
        if (values.has(metric)) {
            return new MetricReading.MeasuredValue(values.get(metric));
        }
        return new MetricReading.MissingValue(
                values.blank(metric) ? MetricReading.MissingReason.BLANK : MetricReading.MissingReason.NOT_EXPORTED);
    }
}
