package tessera.metrics.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.metrics.history.Measured.NOON;

/** Whatever is measured in whatever order, the history is what a plain list of all that was measured says. */
class HistoryPropertyTest {

    private static final List<DeviceMetric> KEPT = List.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED,
            DeviceMetric.TEMPERATURE, DeviceMetric.POWER);
    private static final List<DeviceMetric> MEASURED = List.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED,
            DeviceMetric.TEMPERATURE, DeviceMetric.POWER, DeviceMetric.SM_CLOCK);
    private static final List<DeviceMetric> OF_INSTANCES = List.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED);

    /** What was measured when, as plainly as can be. */
    private static final class Plain {

        private record Cell(DeviceSeriesKey device, DeviceMetric metric, long slot) {}

        private final Map<Cell, Float> cells = new HashMap<>();
        private final Map<String, Instant> read = new HashMap<>();
        private Instant latest = Instant.MIN;
        private long newest;

        void record(FleetReadings readings) {
            if (readings.at().isBefore(latest)) {
                return;
            }
            latest = readings.at();
            for (var node : readings.nodes().values()) {
                var at = node.at();
                if (at != null && !at.isAfter(latest) && at.isAfter(read.getOrDefault(node.node(), Instant.MIN))) {
                    read.put(node.node(), at);
                    node.devices().forEach(device -> record(node.node(), at, device));
                }
            }
        }

        private void record(String node, Instant at, DeviceReadings device) {
            var key = DeviceSeriesKey.of(node, device);
            KEPT.forEach(deviceMetric -> put(key, deviceMetric, at, device.values()));
            device.instances().forEach(instance -> OF_INSTANCES
                    .forEach(deviceMetric -> put(key.ofInstance(instance.id()), deviceMetric, at, instance.values())));
        }

        private void put(DeviceSeriesKey key, DeviceMetric deviceMetric, Instant at, DeviceMetricValues values) {
            if (values.hasValue(deviceMetric)) {
                long slot = at.getEpochSecond() / 30;
                newest = Math.max(newest, slot);
                cells.put(new Cell(key, deviceMetric, slot), (float) values.get(deviceMetric));
            }
        }

        float get(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant time) {
            long slot = time.getEpochSecond() / 30;
            return slot <= newest - 720 ? Float.NaN
                    : cells.getOrDefault(new Cell(device, deviceMetric, slot), Float.NaN);
        }
    }

    @Test
    void theHistoryIsWhatWasMeasured() {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var history = new FleetDeviceMetricHistory();
            var plain = new Plain();
            var now = NOON;
            FleetReadings before = FleetReadings.emptyReadings();
            for (int step = 0; step < 150; step++) {
                now = now.plusMillis(pace(random));
                before = some(random, now, before);
                history.record(before);
                plain.record(before);
            }
            same(history, plain);
        }
    }

    /** Mostly some seconds, at times hours, at times back. */
    private static long pace(Random random) {
        return switch (random.nextInt(25)) {
            case 0 -> random.nextLong(3 * 3_600_000L);
            case 1 -> -random.nextLong(120_000);
            default -> random.nextLong(50_000);
        };
    }

    private static FleetReadings some(Random random, Instant now, FleetReadings before) {
        var nodes = new HashMap<>(before.nodes());
        for (var name : List.of("a", "b", "c")) {
            if (random.nextInt(3) > 0) {
                var at = random.nextInt(20) == 0 ? null : now.minusMillis(random.nextInt(4_000) - 200);
                var devices = new ArrayList<DeviceReadings>();
                for (int i = 0; i < random.nextInt(4); i++) {
                    devices.add(device(random, i));
                }
                nodes.put(name, new NodeReadings(name, "x", at, Measured.INTERVAL, null, devices));
            }
        }
        return new FleetReadings(now, Map.copyOf(nodes), null);
    }

    private static DeviceReadings device(Random random, int index) {
        var instances = new ArrayList<MigInstanceReadings>();
        for (int i = 0; i < random.nextInt(3); i++) {
            instances.add(Measured.instance(i + 5, values(random)));
        }
        return new DeviceReadings(index == 2 ? "" : "GPU-" + index, index, "", "", List.of(), values(random),
                instances);
    }

    private static DeviceMetricValues values(Random random) {
        var draft = new DeviceMetricValues.MetricValuesBuilder();
        for (var deviceMetric : MEASURED) {
            if (random.nextInt(4) > 0) {
                draft.set(deviceMetric, random.nextInt(1_000));
            }
        }
        return draft.toValues();
    }

    private static void same(FleetDeviceMetricHistory history, Plain plain) {
        for (var node : List.of("a", "b", "c")) {
            for (var device : List.of("GPU-0", "GPU-1", "#2")) {
                for (int instance : new int[] {DeviceSeriesKey.WHOLE, 5, 6}) {
                    for (var deviceMetric : MEASURED) {
                        same(history, plain, new DeviceSeriesKey(node, device, instance), deviceMetric);
                    }
                }
            }
        }
    }

    private static void same(FleetDeviceMetricHistory history, Plain plain, DeviceSeriesKey key,
            DeviceMetric deviceMetric) {
        var series = history.series(key, deviceMetric, plain.latest.minus(FleetDeviceMetricHistory.SPAN),
                plain.latest.plusSeconds(60));
        var wanted = new float[series.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = plain.get(key, deviceMetric, series.timeAt(i));
        }
        assertThat(series).as("%s %s", key, deviceMetric)
                .isEqualTo(new FixedStepSeries(series.startTime(), series.step(), wanted));
    }
}
