package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;

/** Readings said in a few words. */
final class Measured {

    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration INTERVAL = Duration.ofSeconds(30);

    private Measured() {}

    static MetricValues showing(Metric metric, double number) {
        return new MetricValues.ValuesDraft().set(metric, number).toValues();
    }

    static MetricValues showing(double utilisation, double memory, double temperature, double power) {
        return new MetricValues.ValuesDraft().set(Metric.UTILISATION, utilisation).set(Metric.MEMORY_USED, memory)
                .set(Metric.TEMPERATURE, temperature).set(Metric.POWER, power).toValues();
    }

    static DeviceReadings gpu(String uuid, MetricValues values, InstanceReadings... instances) {
        return new DeviceReadings(uuid, 0, "H100", "", List.of(), values, List.of(instances));
    }

    static InstanceReadings instance(int id, MetricValues values) {
        return new InstanceReadings(id, "3g.40gb", null, values);
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
        return readings(at, node("node", at, gpu("GPU-1", showing(Metric.UTILISATION, utilisation))));
    }

    static DeviceKey key(String node, String device) {
        return new DeviceKey(node, device, DeviceKey.WHOLE);
    }

    static List<Float> numbers(StepSeries series) {
        var numbers = new ArrayList<Float>();
        for (float value : series.values()) {
            numbers.add(value);
        }
        return numbers;
    }
}
