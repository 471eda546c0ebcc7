package tessera.metrics.prometheus.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.catalogue.Exporter;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.catalogue.Role;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.report.Assembly;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;

/**
 * The devices of a cluster as a Prometheus knows them: the same readings that the exporters give themselves, except for
 * what is only the speed of a counter. Waits for answers; not for the FX thread.
 */
public final class FleetFromPrometheus {

    private final MetricCatalogue catalogue = MetricCatalogue.bundled();
    private final MigProducts products = MigProducts.bundled();
    private final PrometheusClient client;
    private final Clock clock;

    public FleetFromPrometheus(PrometheusClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * What was read.
     *
     * @param warnings of the server, in its words
     */
    public record Fleet(Readings readings, List<String> warnings) {
        public Fleet {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads all devices once. A node of whose name there seem to be two is not told, nor one of which it is not known
     * how old the values are.
     *
     * @param source   what to call the Prometheus
     * @param nodes    the names of the cluster's nodes; one without a series is there, without an exporter
     * @param interval how often Prometheus asks exporters
     */
    public Fleet read(String source, Set<String> nodes, Duration interval) throws Failure, InterruptedException {
        var round = new Round(nodes);
        for (var exporter : catalogue.exporters()) {
            round.read(new FleetQueries(catalogue, exporter), exporter);
        }
        return round.done(source, interval);
    }

    /** All queries of one reading. */
    private final class Round {

        private final Set<String> nodes;
        private final Map<String, Assembly> assemblies = new HashMap<>();
        private final Map<String, Instant> taken = new HashMap<>();
        private final Set<String> doubtful = new HashSet<>();
        private final Set<String> warnings = new LinkedHashSet<>();

        Round(Set<String> nodes) {
            this.nodes = nodes;
        }

        void read(FleetQueries queries, Exporter exporter) throws Failure, InterruptedException {
            var hosts = new HostNames(exporter, nodes);
            var boards = new HashMap<String, String>();
            var portions = queries.values(nodes.size());
            boolean any = false;
            for (var query : portions.usual()) {
                any |= take(ask(query), exporter, hosts, boards);
            }
            if (any) {
                for (var query : portions.others()) {
                    take(ask(query), exporter, hosts, boards);
                }
                readAges(queries, hosts);
            }
        }

        /** Whether there was anything. */
        private boolean take(InstantVector values, Exporter exporter, HostNames hosts, Map<String, String> boards) {
            var exporters = new ExporterPods(values);
            for (int i = 0; i < values.size(); i++) {
                var labels = values.labels(i);
                var node = hosts.node(labels);
                if (nodes.contains(node)) {
                    assemblies.computeIfAbsent(node, _ -> new Assembly(catalogue, products)).take(values.name(i),
                            exporters.without(labels), values.value(i));
                    doubt(node, exporter, labels, boards);
                }
            }
            return !values.isEmpty();
        }

        /** Two boards under one number are two hosts under one name, such as those of two clusters. */
        private void doubt(String node, Exporter exporter, LabelSet labels, Map<String, String> boards) {
            var number = exporter.read(Role.INDEX, labels);
            var board = exporter.read(Role.UUID, labels);
            var before = board.isEmpty() ? null : boards.putIfAbsent(node + "/" + number, board);
            if (before != null && !before.equals(board) && !number.isEmpty()) {
                doubtful.add(node);
            }
        }

        /** A value is as old as the exporter's last answer, not as the query; of two exporters the older counts. */
        private void readAges(FleetQueries queries, HostNames hosts) throws Failure, InterruptedException {
            var asked = clock.instant();
            var told = ask(queries.ages());
            var newest = new HashMap<String, Instant>();
            for (int i = 0; i < told.size(); i++) {
                var at = asked.minusMillis(Math.max(0, Math.round(told.value(i) * 1000)));
                newest.merge(hosts.node(told.labels(i)), at, (one, other) -> one.isAfter(other) ? one : other);
            }
            newest.forEach((node, at) -> taken.merge(node, at, (one, other) -> one.isBefore(other) ? one : other));
        }

        private InstantVector ask(String query) throws Failure, InterruptedException {
            var answered = client.instant(query, null);
            warnings.addAll(answered.warnings());
            return answered.data();
        }

        Fleet done(String source, Duration interval) {
            var readings = new HashMap<String, NodeReadings>();
            nodes.forEach(node -> readings.put(node,
                    new NodeReadings(node, "", null, interval, null, List.of())));
            assemblies.forEach((node, assembly) -> {
                var devices = assembly.devices();
                var at = taken.get(node);
                if (!devices.isEmpty() && at != null && !doubtful.contains(node)) {
                    readings.put(node, new NodeReadings(node, source, at, interval,
                            assembly.problem().map(Round::trouble).orElse(null), devices));
                }
            });
            return new Fleet(new Readings(clock.instant(), Map.copyOf(readings), null), new ArrayList<>(warnings));
        }

        private static Problem trouble(String words) {
            return Problem.of(Kind.GARBLED, "Not all that Prometheus knows could be read").withDetail(words);
        }
    }
}
