package tessera.metrics.prometheus.fleet;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.catalogue.ExporterKind;
import tessera.metrics.catalogue.ExporterMetricCatalogue;
import tessera.metrics.catalogue.SeriesLabelRole;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.report.NodeSeriesAssembler;
import tessera.mig.MigProductCatalog;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.reading.NodeReadings;

/** A portion of a fleet's nodes while their readings are gathered from a Prometheus. One thread. */
final class NodeGroupReadingsCollector {

    private final ExporterMetricCatalogue catalogue;
    private final MigProductCatalog products;
    private final NodesByExporterTarget nodes;
    private final Map<String, SeriesNodeMapper> hosts = new HashMap<>();
    private final Map<String, NodeSeriesAssembler> assemblies = new HashMap<>();
    private final Map<String, Instant> taken = new HashMap<>();
    private final Map<ExporterGpuIndexKey, String> boards = new HashMap<>();
    private final Set<String> doubtful = new HashSet<>();

    /** A board number on a node, as an exporter counts. */
    private record ExporterGpuIndexKey(String exporter, String node, String number) {}

    NodeGroupReadingsCollector(ExporterMetricCatalogue catalogue, MigProductCatalog products,
            NodesByExporterTarget nodes) {
        this.catalogue = catalogue;
        this.products = products;
        this.nodes = nodes;
    }

    /** Adds values of an exporter's series. */
    void addValues(ExporterKind exporter, InstantVector values) {
        var exporters = new SeriesExporterPods(values);
        var named = hostsOf(exporter);
        for (int i = 0; i < values.size(); i++) {
            var labels = values.labelsOf(i);
            var node = named.nodeOf(labels);
            if (nodes.names().contains(node)) {
                assemblies.computeIfAbsent(node, _ -> new NodeSeriesAssembler(catalogue, products)).addValue(
                        values.nameOf(i),
                        exporters.withoutExporterLabels(labels), values.valueOf(i));
                checkDuplicateHost(exporter, node, labels);
            }
        }
    }

    /** Marks a node as doubtful: two boards of one number are two hosts of one name, such as those of two clusters. */
    private void checkDuplicateHost(ExporterKind exporter, String node, SeriesLabelSet labels) {
        var number = exporter.readLabel(SeriesLabelRole.INDEX, labels);
        var board = exporter.readLabel(SeriesLabelRole.UUID, labels);
        var before = board.isEmpty() ? null
                : boards.putIfAbsent(new ExporterGpuIndexKey(exporter.id(), node, number), board);
        if (before != null && !before.equals(board) && !number.isEmpty()) {
            doubtful.add(node);
        }
    }

    /**
     * Adds the ages of the values: a value is as old as the exporter's last scrape, not as the query. Of two exporters
     * the older counts.
     */
    void addAges(ExporterKind exporter, Instant asked, InstantVector seconds) {
        var named = hostsOf(exporter);
        var newest = new HashMap<String, Instant>();
        for (int i = 0; i < seconds.size(); i++) {
            var at = asked.minusMillis(Math.max(0, Math.round(seconds.valueOf(i) * 1000)));
            newest.merge(named.nodeOf(seconds.labelsOf(i)), at,
                    (one, other) -> one.isAfter(other) ? one : other);
        }
        newest.forEach((node, at) -> taken.merge(node, at, (one, other) -> one.isBefore(other) ? one : other));
    }

    private SeriesNodeMapper hostsOf(ExporterKind exporter) {
        return hosts.computeIfAbsent(exporter.id(), _ -> new SeriesNodeMapper(exporter, nodes));
    }

    /** Returns the readings by node name, for each of the nodes. */
    Map<String, NodeReadings> buildReadings(PrometheusFleetReader.FleetRequest wanted) {
        var readings = HashMap.<String, NodeReadings>newHashMap(nodes.names().size());
        nodes.names().forEach(node -> readings.put(node,
                new NodeReadings(node, "", null, wanted.interval(), null, List.of())));
        assemblies.forEach((node, assembly) -> {
            var devices = assembly.devices();
            var at = taken.get(node);
            if (!devices.isEmpty() && at != null && !doubtful.contains(node)) {
                readings.put(node, new NodeReadings(node, wanted.source(), at, wanted.interval(),
                        assembly.problemText().map(NodeGroupReadingsCollector::problemOf).orElse(null), devices));
            }
        });
        return Map.copyOf(readings);
    }

    private static Problem problemOf(String text) {
        return Problem.of(ProblemKind.GARBLED, "Not all that Prometheus knows could be read").withDetail(text);
    }
}
