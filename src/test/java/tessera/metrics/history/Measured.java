package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;
import tessera.model.reading.Values;

/** Readings said in a few words. */
final class Measured {

    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration INTERVAL = Duration.ofSeconds(30);

    private Measured() {}

    static Values showing(Metric metric, double number) {
        return new Values.Draft().set(metric, number).done();
    }

    static Values showing(double utilisation, double memory, double temperature, double power) {
        return new Values.Draft().set(Metric.UTILISATION, utilisation).set(Metric.MEMORY_USED, memory)
                .set(Metric.TEMPERATURE, temperature).set(Metric.POWER, power).done();
    }

    static DeviceReadings gpu(String uuid, Values values, InstanceReadings... instances) {
        return new DeviceReadings(uuid, 0, "H100", "", List.of(), values, List.of(instances));
    }

    static InstanceReadings instance(int id, Values values) {
        return new InstanceReadings(id, "3g.40gb", null, values);
    }

    static NodeReadings node(String name, Instant at, DeviceReadings... devices) {
        return new NodeReadings(name, "gpu-operator/exporter", at, INTERVAL, null, List.of(devices));
    }

    static Readings readings(Instant at, NodeReadings... nodes) {
        var byName = new HashMap<String, NodeReadings>();
        for (var node : nodes) {
            byName.put(node.node(), node);
        }
        return new Readings(at, Map.copyOf(byName), null);
    }

    /** One GPU on one node, measured at a moment. */
    static Readings one(Instant at, double utilisation) {
        return readings(at, node("node", at, gpu("GPU-1", showing(Metric.UTILISATION, utilisation))));
    }

    static DeviceKey key(String node, String device) {
        return new DeviceKey(node, device, DeviceKey.WHOLE);
    }

    static List<Float> numbers(Series series) {
        var numbers = new ArrayList<Float>();
        for (float value : series.values()) {
            numbers.add(value);
        }
        return numbers;
    }
}
