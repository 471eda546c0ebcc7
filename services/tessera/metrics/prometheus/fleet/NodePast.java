package tessera.metrics.prometheus.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.model.reading.Metric;

/** The past readings of the devices of some nodes, over one range of time. Immutable. */
public final class NodePast implements HistoryView {

    private final StepRange span;
    private final Map<DeviceKey, Map<Metric, float[]>> values;

    NodePast(StepRange span, Map<DeviceKey, Map<Metric, float[]>> values) {
        this.span = span;
        this.values = values;
    }

    /** Returns a range of time without readings. */
    public static NodePast empty(StepRange span) {
        return new NodePast(span, Map.of());
    }

    /** Returns the requested range of time. */
    public StepRange span() {
        return span;
    }

    @Override
    public Set<DeviceKey> devices() {
        return values.keySet();
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        long step = span.step().toMillis();
        long first = Math.floorDiv(from.toEpochMilli(), step);
        int size = (int) Math.max(0, Math.floorDiv(to.toEpochMilli(), step) - first + 1);
        var wanted = new float[size];
        Arrays.fill(wanted, Float.NaN);
        var known = values.getOrDefault(device, Map.of()).get(metric);
        if (known != null) {
            int offset = (int) (first - Math.floorDiv(span.start().toEpochMilli(), step));
            for (int position = Math.max(0, -offset); position < size && position + offset < known.length; position++) {
                wanted[position] = known[position + offset];
            }
        }
        return new StepSeries(Instant.ofEpochMilli(first * step), span.step(), wanted);
    }

    /** Of some nodes nothing can be said about all. */
    @Override
    public StepSeries fleetSeries(FleetMeasure measure, Instant from, Instant to) {
        return new StepSeries(from, Duration.ofMillis(span.step().toMillis()), new float[0]);
    }
}
