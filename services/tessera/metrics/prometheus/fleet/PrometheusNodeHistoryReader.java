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
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.metrics.report.NodeDeviceReadingsAssembler;
import tessera.mig.MigProductCatalog;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;

/**
 * Reads the past readings of nodes' devices from a Prometheus, with the arithmetic of live readings. Waits for answers; not for the FX thread.
 */
public final class PrometheusNodeHistoryReader {

    private final ExporterMetricCatalog catalogue = ExporterMetricCatalog.bundled();
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
    public record HistoryWithWarnings(NodeMetricHistory history, List<String> warnings) {
        public HistoryWithWarnings {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads the past of the devices of nodes, at least one.
     *
     * @param metrics which of their metrics; counters are not told as speeds
     * @param timeRange    whose moments are multiples of its step
     */
    public HistoryWithWarnings readPast(NodesByExporterTarget nodes, Set<DeviceMetric> metrics,
            QueryTimeRange timeRange) throws ProblemException, InterruptedException {
        var warnings = new LinkedHashSet<String>();
        var answers = new HashMap<String, List<List<RangeVector.RangeSeries>>>();
        for (var exporter : catalogue.exporters()) {
            var queries = new DeviceMetricQueries(catalogue, exporter);
            var query = queries.historyQuery(nodes, metrics);
            if (query.isPresent()) {
                var result = client.queryRange(query.get(), timeRange);
                warnings.addAll(result.warnings());
                var hosts = new SeriesNodeMapper(exporter, nodes);
                for (var entry : result.data().lines().stream()
                        .collect(Collectors.groupingBy(rangeSeries -> hosts.nodeOf(rangeSeries.labels()))).entrySet()) {
                    var node = entry.getKey();
                    var lines = entry.getValue();
                    answers.computeIfAbsent(node, _ -> new ArrayList<>()).add(lines);
                }
            }
        }
        var values = new HashMap<DeviceSeriesKey, Map<DeviceMetric, float[]>>();
        for (var node : nodes.names()) {
            var draft = new NodeHistoryBuilder(node, metrics, timeRange);
            for (int point = 0; point < timeRange.pointCount(); point++) {
                draft.addStep(point, answers.getOrDefault(node, List.of()));
            }
            values.putAll(draft.values);
        }
        return new HistoryWithWarnings(new NodeMetricHistory(timeRange, values), List.copyOf(warnings));
    }

    /** A past that is assembled step by step. */
    private final class NodeHistoryBuilder {

        private final String node;
        private final Set<DeviceMetric> metrics;
        private final QueryTimeRange timeRange;
        private final Map<DeviceSeriesKey, Map<DeviceMetric, float[]>> values = new HashMap<>();

        NodeHistoryBuilder(String node, Set<DeviceMetric> metrics, QueryTimeRange timeRange) {
            this.node = node;
            this.metrics = metrics;
            this.timeRange = timeRange;
        }

        void addStep(int point, Iterable<List<RangeVector.RangeSeries>> answers) {
            var moment = new NodeDeviceReadingsAssembler(catalogue, products);
            for (var lines : answers) {
                for (var rangeSeries : lines) {
                    double value = point < rangeSeries.size() ? rangeSeries.valueAt(point) : Double.NaN;
                    if (!Double.isNaN(value)) {
                        moment.addValue(rangeSeries.name(), rangeSeries.labels(), value);
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

        private void putValues(int point, DeviceSeriesKey key, DeviceMetricValues metricValues) {
            for (var deviceMetric : metrics) {
                if (metricValues.hasValue(deviceMetric)) {
                    values.computeIfAbsent(key, _ -> new EnumMap<>(DeviceMetric.class)).computeIfAbsent(deviceMetric,
                            _ -> newGaps())[point] = (float) metricValues.get(deviceMetric);
                }
            }
        }

        private float[] newGaps() {
            var gaps = new float[timeRange.pointCount()];
            Arrays.fill(gaps, Float.NaN);
            return gaps;
        }
    }
}
