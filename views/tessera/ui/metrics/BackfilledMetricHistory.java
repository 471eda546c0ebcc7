package tessera.ui.metrics;

import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.model.reading.DeviceMetric;

/**
 * Local history, with a remote one before it.
 *
 * @param remoteByNode by node; in steps of any length
 * @param requestNode   told of a node of which something was asked that is known neither here nor there
 */
record BackfilledMetricHistory(ReadableMetricHistory local, Map<String, ReadableMetricHistory> remoteByNode,
        Consumer<String> requestNode) implements ReadableMetricHistory {

    @Override
    public Set<DeviceSeriesKey> devices() {
        var all = new HashSet<>(local.devices());
        remoteByNode.values().forEach(history -> all.addAll(history.devices()));
        return all;
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        var read = local.series(device, deviceMetric, from, to);
        if (read.size() == 0 || !Float.isNaN(read.valueAt(0))) {
            return read;
        }
        var history = remoteByNode.get(device.node());
        if (history == null) {
            requestNode.accept(device.node());
            return read;
        }
        var other = history.series(device, deviceMetric, from, to);
        var values = read.values();
        long step = other.step().toMillis();
        for (int position = 0; position < values.length && Float.isNaN(values[position]); position++) {
            long at = Math.floorDiv(read.timeAt(position).toEpochMilli() - other.startTime().toEpochMilli(), step);
            values[position] = at >= 0 && at < other.size() ? other.valueAt((int) at) : Float.NaN;
        }
        return new FixedStepSeries(read.startTime(), read.step(), values);
    }

    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return local.fleetSeries(measure, from, to);
    }
}
