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
import tessera.metrics.catalogue.ExporterMetricCatalogue;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.metrics.report.NodeSeriesAssembler;
import tessera.mig.MigProductCatalog;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;

/**
 * Reads the past readings of nodes' devices from a Prometheus, with the arithmetic of live readings. Waits for answers; not for the FX thread.
 */
public final class PrometheusNodeHistoryReader {

    private final ExporterMetricCatalogue catalogue = ExporterMetricCatalogue.bundled();
    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final PrometheusClient client;

    public PrometheusNodeHistoryReader(PrometheusClient client) {
        this.client = client;
    }

    /**
     * The past readings, with the server's warnings.
     *
     * @param warnings of the server, in its words
     */
    public record HistoryWithWarnings(NodeMetricHistory past, List<String> warnings) {
        public HistoryWithWarnings {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads the past of the devices of nodes, at least one.
     *
     * @param metrics which of their metrics; counters are not told as speeds
     * @param span    whose moments are multiples of its step
     */
    public HistoryWithWarnings readPast(NodesByExporterTarget nodes, Set<DeviceMetric> metrics, QueryTimeRange span)
            throws ProblemException, InterruptedException {
        var warnings = new LinkedHashSet<String>();
        var answers = new HashMap<String, List<List<RangeVector.RangeSeries>>>();
        for (var exporter : catalogue.exporters()) {
            var queries = new DeviceMetricQueries(catalogue, exporter);
            var query = queries.historyQuery(nodes, metrics);
            if (query.isPresent()) {
                var answered = client.queryRange(query.get(), span);
                warnings.addAll(answered.warnings());
                var hosts = new SeriesNodeMapper(exporter, nodes);
                answered.data().lines().stream().collect(Collectors.groupingBy(line -> hosts.nodeOf(line.labels())))
                        .forEach((node, lines) -> answers.computeIfAbsent(node, _ -> new ArrayList<>()).add(lines));
            }
        }
        var values = new HashMap<DeviceSeriesKey, Map<DeviceMetric, float[]>>();
        for (var node : nodes.names()) {
            var draft = new HistoryBuilder(node, metrics, span);
            for (int point = 0; point < span.pointCount(); point++) {
                draft.addStep(point, answers.getOrDefault(node, List.of()));
            }
            values.putAll(draft.values);
        }
        return new HistoryWithWarnings(new NodeMetricHistory(span, values), List.copyOf(warnings));
    }

    /** A past that is assembled step by step. */
    private final class HistoryBuilder {

        private final String node;
        private final Set<DeviceMetric> metrics;
        private final QueryTimeRange span;
        private final Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values = new HashMap<>();

        HistoryBuilder(String node, Set<DeviceMetric> metrics, QueryTimeRange span) {
            this.node = node;
            this.metrics = metrics;
            this.span = span;
        }

        void addStep(int point, Iterable<List<RangeVector.RangeSeries>> answers) {
            var moment = new NodeSeriesAssembler(catalogue, products);
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
            var key = DeviceSeriesKey.of(node, device);
            putValues(point, key, device.values());
            device.instances().forEach(instance -> putValues(point, key.ofInstance(instance.id()), instance.values()));
        }

        private void putValues(int point, DeviceSeriesKey key, DeviceMetricValues measured) {
            for (var deviceMetric : metrics) {
                if (measured.hasValue(deviceMetric)) {
                    values.computeIfAbsent(key, _ -> new EnumMap<>(DeviceMetric.class))
                            .computeIfAbsent(deviceMetric, _ -> newGaps())[point] = (float) measured.get(deviceMetric);
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
