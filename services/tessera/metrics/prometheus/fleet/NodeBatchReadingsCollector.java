package tessera.metrics.prometheus.fleet;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.catalog.MetricsExporterProfile;
import tessera.metrics.catalog.SeriesLabelRole;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.report.NodeDeviceReadingsAssembler;
import tessera.mig.MigProductCatalog;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.reading.NodeReadings;

/** A portion of a fleet's nodes while their readings are gathered from a Prometheus. One thread. */
final class NodeBatchReadingsCollector {

    private final ExporterMetricCatalog catalogue;
    private final MigProductCatalog products;
    private final NodesByExporterTarget nodes;
    private final Map<String, SeriesNodeMapper> hosts = new HashMap<>();
    private final Map<String, NodeDeviceReadingsAssembler> assemblies = new HashMap<>();
    private final Map<String, Instant> readAtByNode = new HashMap<>();
    private final Map<ExporterGpuIndexKey, String> gpusByIndex = new HashMap<>();
    private final Set<String> doubtful = new HashSet<>();

    /** A board number on a node, as an exporter counts. */
    private record ExporterGpuIndexKey(String exporter, String node, String number) {}

    NodeBatchReadingsCollector(ExporterMetricCatalog catalogue, MigProductCatalog products,
            NodesByExporterTarget nodes) {
        this.catalogue = catalogue;
        this.products = products;
        this.nodes = nodes;
    }

    /** Adds values of an exporter's series. */
    void addValues(MetricsExporterProfile exporter, InstantVector values) {
        var exporters = new ExporterPodLabelRemover(values);
        var nodeMapper = hostsOf(exporter);
        for (int i = 0; i < values.size(); i++) {
            var labels = values.labelsOf(i);
            var node = nodeMapper.nodeOf(labels);
            if (nodes.names().contains(node)) {
                assemblies.computeIfAbsent(node, _ -> new NodeDeviceReadingsAssembler(catalogue, products)).addValue(
                        values.nameOf(i),
                        exporters.withoutExporterLabels(labels), values.valueOf(i));
                checkDuplicateHost(exporter, node, labels);
            }
        }
    }

    /** Marks a node as doubtful: two boards of one number are two hosts of one name, such as those of two clusters. */
    private void checkDuplicateHost(MetricsExporterProfile exporter, String node, SeriesLabelSet labels) {
        var number = exporter.readLabel(SeriesLabelRole.INDEX, labels);
        var board = exporter.readLabel(SeriesLabelRole.UUID, labels);
        var before = board.isEmpty() ? null
                : gpusByIndex.putIfAbsent(new ExporterGpuIndexKey(exporter.id(), node, number), board);
        if (before != null && !before.equals(board) && !number.isEmpty()) {
            doubtful.add(node);
        }
    }

    /**
     * Adds the ages of the values: a value is as old as the exporter's last scrape, not as the query. Of two exporters
     * the older counts.
     */
    void addAges(MetricsExporterProfile exporter, Instant asked, InstantVector seconds) {
        var nodeMapper = hostsOf(exporter);
        var newest = new HashMap<String, Instant>();
        for (int i = 0; i < seconds.size(); i++) {
            var at = asked.minusMillis(Math.max(0, Math.round(seconds.valueOf(i) * 1000)));
            newest.merge(nodeMapper.nodeOf(seconds.labelsOf(i)), at,
                    (one, other) -> one.isAfter(other) ? one : other);
        }
        newest.forEach((node, at) -> readAtByNode.merge(node, at, (one, other) -> one.isBefore(other) ? one : other));
    }

    private SeriesNodeMapper hostsOf(MetricsExporterProfile exporter) {
        return hosts.computeIfAbsent(exporter.id(), _ -> new SeriesNodeMapper(exporter, nodes));
    }

    /** Returns the readings by node name, for each of the nodes. */
    Map<String, NodeReadings> buildReadings(PrometheusFleetReader.FleetReadingsRequest request) {
        var readings = HashMap.<String, NodeReadings>newHashMap(nodes.names().size());
        nodes.names().forEach(node -> readings.put(node,
                new NodeReadings(node, "", null, request.interval(), null, List.of())));
        assemblies.forEach((node, assembly) -> {
            var devices = assembly.devices();
            var at = readAtByNode.get(node);
            if (!devices.isEmpty() && at != null && !doubtful.contains(node)) {
                readings.put(node, new NodeReadings(node, request.source(), at, request.interval(),
                        assembly.problemText().map(NodeBatchReadingsCollector::problemOf).orElse(null), devices));
            }
        });
        return Map.copyOf(readings);
    }

    private static Problem problemOf(String text) {
        return Problem.of(OperationProblemKind.GARBLED, "Not all that Prometheus knows could be read").withDetail(text);
    }
}
