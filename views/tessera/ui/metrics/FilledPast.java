package tessera.ui.metrics;

import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.model.reading.Metric;

/**
 * What was read here, and before that what was remembered elsewhere.
 *
 * @param elsewhere by node; in steps of any length
 * @param lacking   told of a node of which something was asked that is known neither here nor there
 */
record FilledPast(HistoryView here, Map<String, HistoryView> elsewhere,
        Consumer<String> lacking) implements HistoryView {

    @Override
    public Set<DeviceKey> devices() {
        var all = new HashSet<>(here.devices());
        elsewhere.values().forEach(past -> all.addAll(past.devices()));
        return all;
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        var read = here.series(device, metric, from, to);
        if (read.size() == 0 || !Float.isNaN(read.value(0))) {
            return read;
        }
        var past = elsewhere.get(device.node());
        if (past == null) {
            lacking.accept(device.node());
            return read;
        }
        var other = past.series(device, metric, from, to);
        var values = read.values();
        long step = other.step().toMillis();
        for (int place = 0; place < values.length && Float.isNaN(values[place]); place++) {
            long at = Math.floorDiv(read.time(place).toEpochMilli() - other.start().toEpochMilli(), step);
            values[place] = at >= 0 && at < other.size() ? other.value((int) at) : Float.NaN;
        }
        return new StepSeries(read.start(), read.step(), values);
    }

    @Override
    public StepSeries fleet(FleetMeasure measure, Instant from, Instant to) {
        return here.fleet(measure, from, to);
    }
}
