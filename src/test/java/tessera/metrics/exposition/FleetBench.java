package tessera.metrics.exposition;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tessera.bench.BenchReport;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;
import tessera.metrics.report.ExporterDeviceReadingsParser;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** What a round of a large fleet costs, from the answers to devices: by its exporters, and by a Prometheus. */
@Tag("bench")
class FleetBench {

    private final BenchReport report = new BenchReport("fleet-round.md");
    private static final int NODES = 1_000;
    private static final int ROUNDS = 11;
    private static final int WARMING = 3;
    /** Labels that are not asked for. */
    private static final Set<String> UNREAD = Set.of("device", "DCGM_FI_DRIVER_VERSION", "err_code", "err_msg");
    private static final Pattern HOSTS = Pattern.compile("Hostname=~\"([^\"]*)\"");
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final List<byte[]> pages = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    /** By name and node, as a Prometheus would answer with them. */
    private final Map<String, Map<String, StringBuilder>> series = new LinkedHashMap<>();
    private final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();
    private Instant at = Instant.parse("2026-11-22T00:00:00Z");
    private long answered;
    private long asked;

    /** What a round cost. */
    private record Taken(double processor, double wall, double megabytes) {}

    private interface Round {
        FleetReadings read() throws Exception;
    }

    private void prepare() throws IOException {
        var parser = new MetricsExpositionParser();
        for (int node = 0; node < NODES; node++) {
            var page = DcgmText.node(node);
            var name = "gpu-worker-%04d".formatted(node);
            pages.add(page);
            names.add(name);
            parser.read(new ByteArrayInputStream(page), sample -> add(name, sample));
        }
    }

    private void add(String node, MetricsExpositionSample sample) {
        var text = series.computeIfAbsent(sample.name(), _ -> new HashMap<>()).computeIfAbsent(node,
                _ -> new StringBuilder());
        text.append(text.isEmpty() ? "" : ",").append("{\"metric\":{\"__name__\":\"").append(sample.name()).append('"');
        var labels = sample.labels();
        for (int i = 0; i < labels.size(); i++) {
            if (!UNREAD.contains(labels.name(i))) {
                text.append(",\"").append(labels.name(i)).append("\":\"").append(labels.value(i)).append('"');
            }
        }
        text.append(",\"instance\":\"10.1.2.3:9400\"},\"value\":[1795320000.123,\"").append(sample.value())
                .append("\"]}");
    }

    private final class InMemory implements PrometheusConnection {
        @Override
        public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
                throws ProblemException {
            asked++;
            var query = prometheusQuery.parameters().getFirst().value();
            var found = query.contains("time() -") ? ages(hosts(query)) : values(query, hosts(query));
            var body = ("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" + found + "]}}")
                    .getBytes(UTF_8);
            answered += body.length;
            try {
                return reader.readResponse(
                        new PrometheusResponse(200, "application/json", "", new ByteArrayInputStream(body)));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private List<String> hosts(String query) {
            var asked = HOSTS.matcher(query);
            return asked.find() ? List.of(asked.group(1).split("\\|", -1)) : names;
        }

        private StringBuilder values(String query, List<String> hosts) {
            var found = new StringBuilder();
            var wanted = Arrays.asList(query.replaceAll(".*__name__=~\"|\".*", "").split("\\|", -1));
            series.forEach((name, nodes) -> {
                for (var host : wanted.contains(name) ? hosts : List.<String>of()) {
                    found.append(found.isEmpty() ? "" : ",").append(nodes.get(host));
                }
            });
            return found;
        }

        private StringBuilder ages(List<String> hosts) {
            var found = new StringBuilder();
            for (var host : hosts) {
                found.append(found.isEmpty() ? "" : ",").append("{\"metric\":{\"Hostname\":\"").append(host)
                        .append("\"},\"value\":[1795320000.123,\"12\"]}");
            }
            return found;
        }
    }

    @Test
    void aRoundOfAThousandNodes() throws Exception {
        prepare();
        var reader = new ExporterDeviceReadingsParser();
        var client = new PrometheusClient(new InMemory(), INTERVAL);
        var fleet = new PrometheusFleetReader(client, Clock.systemUTC());
        var nodes = Set.copyOf(names);
        long bytes = pages.stream().mapToLong(page -> page.length).sum();
        var direct = rounds(() -> {
            var read = new HashMap<String, NodeReadings>();
            for (int node = 0; node < NODES; node++) {
                var report = reader.parsePage(new ByteArrayInputStream(pages.get(node)));
                read.put(names.get(node),
                        new NodeReadings(names.get(node), "ops/exporter", at, INTERVAL, null, report.devices()));
            }
            return new FleetReadings(at, read, null);
        });
        asked = 0;
        answered = 0;
        var taken = rounds(() -> {
            var read = new HashMap<String, NodeReadings>();
            fleet.read(new FleetReadingsRequest("p", NodesByExporterTarget.ofNames(nodes), INTERVAL), read::putAll);
            return new FleetReadings(at, read, null);
        });
        int all = ROUNDS + WARMING;
        report.write(String.format(Locale.ROOT, """
                | 1,000 nodes × 8 GPUs × 30 metrics, a round | questions | MB | processor s | wall s | MB allocated |
                | --- | ---: | ---: | ---: | ---: | ---: |
                | by their exporters | %,d | %.0f | %.2f | %.2f | %.0f |
                | by a Prometheus, with the making up of its answers | %,d | %.0f | %.2f | %.2f | %.0f |
                """, NODES, bytes / 1e6, direct.processor(), direct.wall(), direct.megabytes(), asked / all,
                (double) answered / all / 1e6, taken.processor(), taken.wall(), taken.megabytes()));
    }

    private Taken rounds(Round round) throws Exception {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var processor = new double[ROUNDS];
        var wall = new double[ROUNDS];
        var megabytes = new double[ROUNDS];
        for (int number = -WARMING; number < ROUNDS; number++) {
            at = at.plus(INTERVAL);
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long used = threads.getCurrentThreadCpuTime();
            long begun = System.nanoTime();
            var readings = round.read();
            history.record(new FleetReadings(readings.at(), readings.nodes(), null));
            if (number >= 0) {
                wall[number] = (System.nanoTime() - begun) / 1e9;
                processor[number] = (threads.getCurrentThreadCpuTime() - used) / 1e9;
                megabytes[number] = (threads.getCurrentThreadAllocatedBytes() - allocated) / 1e6;
            }
            assertThat(readings.nodes()).hasSize(NODES).allSatisfy((_, node) -> assertThat(node.devices()).hasSize(8));
        }
        return new Taken(median(processor), median(wall), median(megabytes));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
