package tessera.ui.metrics;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.model.reading.DeviceMetric;

/**
 * History from a remote source, and from some moment on the local one. Both in the same steps.
 *
 * @param joinedAt from when on only what was read here counts
 */
record LocalAndRemoteMetricHistory(ReadableMetricHistory local, ReadableMetricHistory remote,
        Instant joinedAt) implements ReadableMetricHistory {

    @Override
    public Set<DeviceSeriesKey> devices() {
        var all = new HashSet<>(remote.devices());
        all.addAll(local.devices());
        return all;
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        var joined = remote.series(device, deviceMetric, from, to);
        var read = local.series(device, deviceMetric, from, to);
        var values = joined.values();
        long step = joined.step().toMillis();
        for (int position = 0; position < values.length; position++) {
            var at = joined.timeAt(position);
            // The step in which reading began belongs to here.
            if (at.plusMillis(step).isAfter(joinedAt)) {
                long other = Math.floorDiv(at.toEpochMilli() - read.startTime().toEpochMilli(), step);
                values[position] = other >= 0 && other < read.size() ? read.valueAt((int) other) : Float.NaN;
            }
        }
        return new FixedStepSeries(joined.startTime(), joined.step(), values);
    }

    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return local.fleetSeries(measure, from, to);
    }
}
