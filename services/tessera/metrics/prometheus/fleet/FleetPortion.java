package tessera.metrics.prometheus.fleet;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.catalogue.ExporterKind;
import tessera.metrics.catalogue.LabelRole;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.report.SeriesAssembler;
import tessera.mig.MigProducts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.reading.NodeReadings;

/** Some nodes of a fleet while what a Prometheus knows of them is gathered. One thread. */
final class FleetPortion {

    private final MetricCatalogue catalogue;
    private final MigProducts products;
    private final ScrapedNodes nodes;
    private final Map<String, HostNames> hosts = new HashMap<>();
    private final Map<String, SeriesAssembler> assemblies = new HashMap<>();
    private final Map<String, Instant> taken = new HashMap<>();
    private final Map<NumberedBoard, String> boards = new HashMap<>();
    private final Set<String> doubtful = new HashSet<>();

    /** A place on a node, as an exporter numbers it. */
    private record NumberedBoard(String exporter, String node, String number) {}

    FleetPortion(MetricCatalogue catalogue, MigProducts products, ScrapedNodes nodes) {
        this.catalogue = catalogue;
        this.products = products;
        this.nodes = nodes;
    }

    /** Adds values of an exporter's series. */
    void take(ExporterKind exporter, InstantVector values) {
        var exporters = new ExporterPods(values);
        var named = hosts(exporter);
        for (int i = 0; i < values.size(); i++) {
            var labels = values.labels(i);
            var node = named.node(labels);
            if (nodes.names().contains(node)) {
                assemblies.computeIfAbsent(node, _ -> new SeriesAssembler(catalogue, products)).take(values.name(i),
                        exporters.without(labels), values.value(i));
                doubt(exporter, node, labels);
            }
        }
    }

    /** Two boards under one number are two hosts under one name, such as those of two clusters. */
    private void doubt(ExporterKind exporter, String node, LabelSet labels) {
        var number = exporter.read(LabelRole.INDEX, labels);
        var board = exporter.read(LabelRole.UUID, labels);
        var before = board.isEmpty() ? null : boards.putIfAbsent(new NumberedBoard(exporter.id(), node, number), board);
        if (before != null && !before.equals(board) && !number.isEmpty()) {
            doubtful.add(node);
        }
    }

    /**
     * Adds how old the values are: a value is as old as the exporter's last answer, not as the query. Of two exporters
     * the older counts.
     */
    void age(ExporterKind exporter, Instant asked, InstantVector seconds) {
        var named = hosts(exporter);
        var newest = new HashMap<String, Instant>();
        for (int i = 0; i < seconds.size(); i++) {
            var at = asked.minusMillis(Math.max(0, Math.round(seconds.value(i) * 1000)));
            newest.merge(named.node(seconds.labels(i)), at,
                    (one, other) -> one.isAfter(other) ? one : other);
        }
        newest.forEach((node, at) -> taken.merge(node, at, (one, other) -> one.isBefore(other) ? one : other));
    }

    private HostNames hosts(ExporterKind exporter) {
        return hosts.computeIfAbsent(exporter.id(), _ -> new HostNames(exporter, nodes));
    }

    /** The nodes by name, each of them. */
    Map<String, NodeReadings> done(FleetFromPrometheus.FleetRequest wanted) {
        var readings = HashMap.<String, NodeReadings>newHashMap(nodes.names().size());
        nodes.names().forEach(node -> readings.put(node,
                new NodeReadings(node, "", null, wanted.interval(), null, List.of())));
        assemblies.forEach((node, assembly) -> {
            var devices = assembly.devices();
            var at = taken.get(node);
            if (!devices.isEmpty() && at != null && !doubtful.contains(node)) {
                readings.put(node, new NodeReadings(node, wanted.source(), at, wanted.interval(),
                        assembly.problem().map(FleetPortion::trouble).orElse(null), devices));
            }
        });
        return Map.copyOf(readings);
    }

    private static Problem trouble(String words) {
        return Problem.of(ProblemKind.GARBLED, "Not all that Prometheus knows could be read").withDetail(words);
    }
}
