package tessera.metrics.prometheus.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.catalogue.Exporter;
import tessera.metrics.catalogue.MetricCatalogue;
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
     * Reads all devices once.
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
        private final Set<String> warnings = new LinkedHashSet<>();

        Round(Set<String> nodes) {
            this.nodes = nodes;
        }

        void read(FleetQueries queries, Exporter exporter) throws Failure, InterruptedException {
            var hosts = new HostNames(exporter, nodes);
            var values = ask(queries.values());
            var exporters = new ExporterPods(values);
            for (int i = 0; i < values.size(); i++) {
                var node = hosts.node(values.labels(i));
                if (!node.isEmpty()) {
                    assemblies.computeIfAbsent(node, _ -> new Assembly(catalogue, products)).take(values.name(i),
                            exporters.without(values.labels(i)), values.value(i));
                }
            }
            if (values.isEmpty()) {
                return;
            }
            // A value is as old as the exporter's last answer, not as the query.
            var times = ask(queries.times());
            for (int i = 0; i < times.size(); i++) {
                var at = Instant.ofEpochMilli(Math.round(times.value(i) * 1000));
                taken.merge(hosts.node(times.labels(i)), at, (one, other) -> one.isAfter(other) ? one : other);
            }
        }

        private InstantVector ask(String query) throws Failure, InterruptedException {
            var answered = client.instant(query, null);
            warnings.addAll(answered.warnings());
            return answered.data();
        }

        Fleet done(String source, Duration interval) {
            var now = clock.instant();
            var readings = new HashMap<String, NodeReadings>();
            nodes.forEach(node -> readings.put(node,
                    new NodeReadings(node, "", null, interval, null, List.of())));
            assemblies.forEach((node, assembly) -> {
                var devices = assembly.devices();
                if (!devices.isEmpty()) {
                    readings.put(node, new NodeReadings(node, source, earlier(taken.get(node), now), interval,
                            assembly.problem().map(Round::trouble).orElse(null), devices));
                }
            });
            return new Fleet(new Readings(now, Map.copyOf(readings), null), new ArrayList<>(warnings));
        }

        /** The clock of the server may be ahead. */
        private static Instant earlier(@Nullable Instant taken, Instant now) {
            return taken == null || taken.isAfter(now) ? now : taken;
        }

        private static Problem trouble(String words) {
            return Problem.of(Kind.GARBLED, "Not all that Prometheus knows could be read").withDetail(words);
        }
    }
}
