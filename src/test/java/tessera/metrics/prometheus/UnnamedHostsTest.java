package tessera.metrics.prometheus;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.gpu.Sample;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusFinder;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ClusterSnapshot;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.NodeReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Devices whose exporter names no host, as that of Gaudi does, and what a Prometheus adds to their series without relabelling. */
class UnnamedHostsTest extends AskingTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final String EXPORTER = "habana-metric-exporter-ds-x7k2p";
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_400);

    /** A node of Gaudi with the pod of its exporter, one that has none, and the address that both samples have. */
    private static NodesByExporterTarget nodes() {
        return NodesByExporterTarget.of(new Sample()
                .with(node("gaudi-a").has("habana.ai/gaudi", 8)).with(node("other")).pod("monitoring/" + EXPORTER,
                        "gaudi-a", "cpu", 1, Map.of("app.kubernetes.io/name", "habana-metric-exporter-ds"))
                .snapshot().nodes());
    }

    /** A device of a Gaudi exporter, with what was added when it was scraped. */
    private static String device(int number, String target) {
        return "\"__name__\":\"habanalabs_temperature_onchip\",\"UUID\":\"00P1-%d\",\"Serial\":\"AN%d\",\"id\":\"%d\","
                .formatted(number, number, number) + "\"pod_name\":\"bert-0\",\"pod_namespace\":\"ml\"," + target;
    }

    private void tells(String... targets) {
        asking.server.script(exchange -> {
            var query = URLDecoder.decode(new String(exchange.body, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            boolean past = exchange.path().endsWith("query_range");
            var values = past ? "\"values\":[[%d,\"61\"]]".formatted(NOW.getEpochSecond())
                    : "\"value\":[%d,\"%s\"]".formatted(NOW.getEpochSecond(), query.contains("time() - ") ? "5" : "61");
            var series = new HashMap<Integer, String>();
            for (int number = 0; number < targets.length; number++) {
                series.put(number, "{\"metric\":{" + device(number, targets[number]) + "}," + values + "}");
            }
            exchange.json(200, "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[%s]}}".formatted(
                    past ? "matrix" : "vector",
                    query.contains("habanalabs") ? series.values().stream().collect(Collectors.joining(",")) : ""));
        });
    }

    private Map<String, NodeReadings> read(PrometheusClient client, NodesByExporterTarget nodes) throws Exception {
        var told = new HashMap<String, NodeReadings>();
        new PrometheusFleetReader(client, Clock.systemUTC()).read(new FleetReadingsRequest("p", nodes, INTERVAL),
                told::putAll);
        return told;
    }

    private int devices(String node) throws Exception {
        return Objects.requireNonNull(read(asking.client, nodes()).get(node)).devices().size();
    }

    @Test
    void theyAreOnTheNodeOfThePodThatWasScraped() throws Exception {
        tells("\"pod\":\"" + EXPORTER + "\",\"namespace\":\"monitoring\",\"instance\":\"192.168.7.9:41611\"");

        var told = read(asking.client, nodes());

        var device = Objects.requireNonNull(told.get("gaudi-a")).devices().getFirst();
        assertThat(device.values().get(DeviceMetric.TEMPERATURE)).isEqualTo(61);
        assertThat(device.holders()).as("not the exporter").extracting(holder -> holder.pod())
                .containsExactly("bert-0");
        assertThat(Objects.requireNonNull(told.get("other")).devices()).isEmpty();
    }

    @Test
    void whereTheExporterIsInTheNetworkOfItsNodeTheyAreOnTheNodeOfThatAddress() throws Exception {
        tells("\"instance\":\"10.0.0.1:41611\"");

        assertThat(devices("gaudi-a")).isEqualTo(1);
        assertThat(devices("other")).as("has the address and no such exporter").isZero();
    }

    @Test
    void whatWasScrapedOfAnotherClusterIsNotOnANodeOfThisOne() throws Exception {
        tells("\"pod\":\"" + EXPORTER + "\",\"namespace\":\"elsewhere\",\"instance\":\"192.168.7.9:41611\"",
                "\"instance\":\"192.168.7.10:41611\"");

        assertThat(devices("gaudi-a")).isZero();
    }

    @Test
    void theirPastIsAskedForByPodAndAddressAndIsOnThatNodeToo() throws Exception {
        tells("\"pod\":\"" + EXPORTER + "\",\"namespace\":\"monitoring\",\"instance\":\"192.168.7.9:41611\"",
                "\"pod\":\"the-one-before\",\"namespace\":\"monitoring\",\"instance\":\"10.0.0.1:41611\"");
        var timeRange = new QueryTimeRange(NOW, NOW.plusSeconds(600), Duration.ofMinutes(10));

        var history = new PrometheusNodeHistoryReader(asking.client)
                .readPast(nodes().retainNodes(List.of("gaudi-a")), Set.of(DeviceMetric.TEMPERATURE), timeRange)
                .history();

        assertThat(history.devices()).extracting(DeviceSeriesKey::node).containsExactly("gaudi-a", "gaudi-a");
        assertThat(asking.server.exchanges().stream()
                .map(each -> URLDecoder.decode(new String(each.body, StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .filter(query -> query.contains("habanalabs"))).singleElement().asString()
                .contains("pod=~\"" + EXPORTER + "\"", "instance=~\"(10\\\\.0\\\\.0\\\\.1|gaudi-a)([.:].*)?\"");
    }

    @Test
    void theGaudisOfAClusterAreToldByItsPrometheusAsTheOthersAre(@TempDir Path folder) throws Exception {
        try (var cluster = SimulatedCluster
                .start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false))) {
            var file = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
            var context = Kubeconfig.load(new ProcessEnvironment(Map.of(), folder, folder, file)).contexts().getFirst();
            try (var session = ClusterSession.open(() -> context,
                    ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                    SessionAccessMode.READ_ONLY); var seen = new Seen(session.snapshots())) {
                var nodes = NodesByExporterTarget.of(seen.until(UnnamedHostsTest::complete).nodes());
                var way = session.discoveryInput();
                var candidate = Objects.requireNonNull(new PrometheusFinder(way, Asking.PATIENCE).find().prometheus())
                        .candidate();
                var client = new PrometheusClient(way.connectTo(candidate), Duration.ofMinutes(1));

                var told = read(client, nodes);

                assertThat(Objects.requireNonNull(told.get("gaudi-01")).devices()).hasSize(8)
                        .allSatisfy(device -> assertThat(device.values().hasValue(DeviceMetric.POWER)).isTrue());
                assertThat(Objects.requireNonNull(told.get("h100-01")).devices()).hasSize(8);
                var end = Instant.ofEpochSecond(Instant.now().getEpochSecond() / 600 * 600);
                var history = new PrometheusNodeHistoryReader(client)
                        .readPast(nodes.retainNodes(List.of("gaudi-01")), Set.of(DeviceMetric.POWER),
                                new QueryTimeRange(end.minusSeconds(3600), end, Duration.ofMinutes(10)))
                        .history();
                assertThat(history.devices()).hasSize(8);
            }
        }
    }

    private static boolean complete(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LiveCollection
                && clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LiveCollection;
    }
}
