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
 * What was remembered elsewhere, and from some moment on what was read here. Both in the same steps.
 *
 * @param joint from when on only what was read here counts
 */
record JoinedPast(HistoryView here, HistoryView elsewhere, Instant joint) implements HistoryView {

    @Override
    public Set<DeviceKey> devices() {
        var all = new HashSet<>(elsewhere.devices());
        all.addAll(here.devices());
        return all;
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        var joined = elsewhere.series(device, metric, from, to);
        var read = here.series(device, metric, from, to);
        var values = joined.values();
        long step = joined.step().toMillis();
        for (int place = 0; place < values.length; place++) {
            var at = joined.time(place);
            // The step in which reading began belongs to here.
            if (at.plusMillis(step).isAfter(joint)) {
                long other = Math.floorDiv(at.toEpochMilli() - read.start().toEpochMilli(), step);
                values[place] = other >= 0 && other < read.size() ? read.value((int) other) : Float.NaN;
            }
        }
        return new StepSeries(joined.start(), joined.step(), values);
    }

    @Override
    public StepSeries fleet(FleetMeasure measure, Instant from, Instant to) {
        return here.fleet(measure, from, to);
    }
}
