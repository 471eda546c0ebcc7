package tessera.ui.metrics;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.model.reading.Metric;

/**
 * History from a remote source, and from some moment on the local one. Both in the same steps.
 *
 * @param joinedAt from when on only what was read here counts
 */
record JoinedHistory(HistoryView local, HistoryView remote, Instant joinedAt) implements HistoryView {

    @Override
    public Set<DeviceKey> devices() {
        var all = new HashSet<>(remote.devices());
        all.addAll(local.devices());
        return all;
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        var joined = remote.series(device, metric, from, to);
        var read = local.series(device, metric, from, to);
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
        return new StepSeries(joined.startTime(), joined.step(), values);
    }

    @Override
    public StepSeries fleetSeries(FleetMeasure measure, Instant from, Instant to) {
        return local.fleetSeries(measure, from, to);
    }
}
