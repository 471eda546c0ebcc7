package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/** Readings said in a few words. */
final class Measured {

    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration INTERVAL = Duration.ofSeconds(30);

    private Measured() {}

    static DeviceMetricValues showing(DeviceMetric deviceMetric, double number) {
        return new DeviceMetricValues.MetricValuesBuilder().set(deviceMetric, number).toValues();
    }

    static DeviceMetricValues showing(double utilisation, double memory, double temperature, double power) {
        return new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, utilisation)
                .set(DeviceMetric.MEMORY_USED, memory).set(DeviceMetric.TEMPERATURE, temperature)
                .set(DeviceMetric.POWER, power).toValues();
    }

    static DeviceReadings gpu(String uuid, DeviceMetricValues values, MigInstanceReadings... instances) {
        return new DeviceReadings(uuid, 0, "H100", "", List.of(), values, List.of(instances));
    }

    static MigInstanceReadings instance(int id, DeviceMetricValues values) {
        return new MigInstanceReadings(id, "3g.40gb", null, values);
    }

    static NodeReadings node(String name, Instant at, DeviceReadings... devices) {
        return new NodeReadings(name, "gpu-operator/exporter", at, INTERVAL, null, List.of(devices));
    }

    static FleetReadings readings(Instant at, NodeReadings... nodes) {
        var byName = new HashMap<String, NodeReadings>();
        for (var node : nodes) {
            byName.put(node.node(), node);
        }
        return new FleetReadings(at, Map.copyOf(byName), null);
    }

    /** One GPU on one node, measured at a moment. */
    static FleetReadings one(Instant at, double utilisation) {
        return readings(at, node("node", at, gpu("GPU-1", showing(DeviceMetric.UTILISATION, utilisation))));
    }

    static DeviceSeriesKey key(String node, String device) {
        return new DeviceSeriesKey(node, device, DeviceSeriesKey.WHOLE);
    }

    static List<Float> numbers(FixedStepSeries series) {
        var numbers = new ArrayList<Float>();
        for (float value : series.values()) {
            numbers.add(value);
        }
        return numbers;
    }
}
