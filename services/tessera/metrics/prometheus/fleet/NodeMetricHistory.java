package tessera.metrics.prometheus.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.model.reading.DeviceMetric;

/** The past readings of the devices of some nodes, over one range of time. Immutable. */
public final class NodeMetricHistory implements ReadableMetricHistory {

    private final QueryTimeRange timeRange;
    private final Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values;

    NodeMetricHistory(QueryTimeRange timeRange, Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values) {
        this.timeRange = timeRange;
        this.values = values;
    }

    @Override
    public Set<DeviceSeriesKey> devices() {
        return values.keySet();
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        long step = timeRange.step().toMillis();
        long first = Math.floorDiv(from.toEpochMilli(), step);
        int size = (int) Math.max(0, Math.floorDiv(to.toEpochMilli(), step) - first + 1);
        var wanted = new float[size];
        Arrays.fill(wanted, Float.NaN);
        var known = values.getOrDefault(device, Map.of()).get(deviceMetric);
        if (known != null) {
            int offset = (int) (first - Math.floorDiv(timeRange.start().toEpochMilli(), step));
            for (int position = Math.max(0, -offset); position < size && position + offset < known.length; position++) {
                wanted[position] = known[position + offset];
            }
        }
        return new FixedStepSeries(Instant.ofEpochMilli(first * step), timeRange.step(), wanted);
    }

    /** Of some nodes nothing can be said about all. */
    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return new FixedStepSeries(from, Duration.ofMillis(timeRange.step().toMillis()), new float[0]);
    }
}
