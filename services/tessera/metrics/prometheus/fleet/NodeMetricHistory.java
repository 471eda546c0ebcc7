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

    private final QueryTimeRange span;
    private final Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values;

    NodeMetricHistory(QueryTimeRange span, Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values) {
        this.span = span;
        this.values = values;
    }

    /** Returns a range of time without readings. */
    public static NodeMetricHistory empty(QueryTimeRange span) {
        return new NodeMetricHistory(span, Map.of());
    }

    /** Returns the requested range of time. */
    public QueryTimeRange span() {
        return span;
    }

    @Override
    public Set<DeviceSeriesKey> devices() {
        return values.keySet();
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        long step = span.step().toMillis();
        long first = Math.floorDiv(from.toEpochMilli(), step);
        int size = (int) Math.max(0, Math.floorDiv(to.toEpochMilli(), step) - first + 1);
        var wanted = new float[size];
        Arrays.fill(wanted, Float.NaN);
        var known = values.getOrDefault(device, Map.of()).get(deviceMetric);
        if (known != null) {
            int offset = (int) (first - Math.floorDiv(span.start().toEpochMilli(), step));
            for (int position = Math.max(0, -offset); position < size && position + offset < known.length; position++) {
                wanted[position] = known[position + offset];
            }
        }
        return new FixedStepSeries(Instant.ofEpochMilli(first * step), span.step(), wanted);
    }

    /** Of some nodes nothing can be said about all. */
    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return new FixedStepSeries(from, Duration.ofMillis(span.step().toMillis()), new float[0]);
    }
}
