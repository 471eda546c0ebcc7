package tessera.metrics.prometheus.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.metrics.report.SeriesAssembler;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/**
 * Reads the past readings of nodes' devices from a Prometheus, with the arithmetic of live readings. Waits for answers; not for the FX thread.
 */
public final class PastFromPrometheus {

    private final MetricCatalogue catalogue = MetricCatalogue.bundled();
    private final MigProducts products = MigProducts.bundled();
    private final PrometheusClient client;

    public PastFromPrometheus(PrometheusClient client) {
        this.client = client;
    }

    /**
     * The past readings, with the server's warnings.
     *
     * @param warnings of the server, in its words
     */
    public record RememberedPast(NodePast past, List<String> warnings) {
        public RememberedPast {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads the past of the devices of nodes, at least one.
     *
     * @param metrics which of their metrics; counters are not told as speeds
     * @param span    whose moments are multiples of its step
     */
    public RememberedPast readPast(ScrapedNodes nodes, Set<Metric> metrics, StepRange span)
            throws Failure, InterruptedException {
        var warnings = new LinkedHashSet<String>();
        var answers = new HashMap<String, List<List<RangeVector.RangeLine>>>();
        for (var exporter : catalogue.exporters()) {
            var queries = new FleetQueries(catalogue, exporter);
            var query = queries.historyQuery(nodes, metrics);
            if (query.isPresent()) {
                var answered = client.queryRange(query.get(), span);
                warnings.addAll(answered.warnings());
                var hosts = new HostNames(exporter, nodes);
                answered.data().lines().stream().collect(Collectors.groupingBy(line -> hosts.nodeOf(line.labels())))
                        .forEach((node, lines) -> answers.computeIfAbsent(node, _ -> new ArrayList<>()).add(lines));
            }
        }
        var values = new HashMap<DeviceKey, Map<Metric, float[]>>();
        for (var node : nodes.names()) {
            var draft = new PastDraft(node, metrics, span);
            for (int point = 0; point < span.pointCount(); point++) {
                draft.addStep(point, answers.getOrDefault(node, List.of()));
            }
            values.putAll(draft.values);
        }
        return new RememberedPast(new NodePast(span, values), List.copyOf(warnings));
    }

    /** A past that is assembled step by step. */
    private final class PastDraft {

        private final String node;
        private final Set<Metric> metrics;
        private final StepRange span;
        private final Map<DeviceKey, Map<Metric, float[]>> values = new HashMap<>();

        PastDraft(String node, Set<Metric> metrics, StepRange span) {
            this.node = node;
            this.metrics = metrics;
            this.span = span;
        }

        void addStep(int point, Iterable<List<RangeVector.RangeLine>> answers) {
            var moment = new SeriesAssembler(catalogue, products);
            for (var lines : answers) {
                for (var line : lines) {
                    double value = point < line.size() ? line.valueAt(point) : Double.NaN;
                    if (!Double.isNaN(value)) {
                        moment.addValue(line.name(), line.labels(), value);
                    }
                }
            }
            moment.devices().forEach(device -> addDevice(point, device));
        }

        private void addDevice(int point, DeviceReadings device) {
            var key = DeviceKey.of(node, device);
            putValues(point, key, device.values());
            device.instances().forEach(instance -> putValues(point, key.ofInstance(instance.id()), instance.values()));
        }

        private void putValues(int point, DeviceKey key, MetricValues measured) {
            for (var metric : metrics) {
                if (measured.hasValue(metric)) {
                    values.computeIfAbsent(key, _ -> new EnumMap<>(Metric.class))
                            .computeIfAbsent(metric, _ -> newGaps())[point] = (float) measured.get(metric);
                }
            }
        }

        private float[] newGaps() {
            var gaps = new float[span.pointCount()];
            Arrays.fill(gaps, Float.NaN);
            return gaps;
        }
    }
}
