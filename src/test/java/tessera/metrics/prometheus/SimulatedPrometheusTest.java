package tessera.metrics.prometheus;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.demo.SimulatedCluster;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

/** Asks the Prometheus of the simulated cluster, through its API server, at a moment that does not pass. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatedPrometheusTest {

    private static final Instant NOW = Instant.parse("2026-11-18T13:00:10Z");
    private static final String SERVICE = "/api/v1/namespaces/monitoring/services/prometheus-operated:web/proxy";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String FIRST = "{Hostname=\"h100-01\",gpu=\"0\"}";

    @SuppressWarnings("NullAway.Init")
    private SimulatedCluster cluster;
    @SuppressWarnings("NullAway.Init")
    private ConfiguredPrometheusClient way;
    @SuppressWarnings("NullAway.Init")
    private PrometheusClient client;

    @BeforeAll
    void begin() throws Exception {
        cluster = SimulatedCluster.start(options());
        way = open(cluster);
        client = new PrometheusClient(way, PATIENCE);
    }

    private static SimulatedCluster.SimulationOptions options() {
        return SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false)
                .withClock(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static ConfiguredPrometheusClient open(SimulatedCluster cluster) throws Exception {
        var token = Pattern.compile("token: (\\S+)").matcher(cluster.kubeconfig());
        assertThat(token.find()).isTrue();
        return ConfiguredPrometheusClient.open(ConfiguredPrometheusAccess.of(cluster.url() + SERVICE)
                .withLogin(new ConfiguredPrometheusAccess.BearerLogin(new SecretText(token.group(1)))), Asking.ALONE);
    }

    @AfterAll
    void end() {
        way.close();
        cluster.close();
    }

    private InstantVector now(String query) throws Exception {
        return client.queryInstant(query, null).data();
    }

    private double value(String query) throws Exception {
        var vector = now(query);
        assertThat(vector.size()).as(query).isEqualTo(1);
        return vector.valueOf(0);
    }

    @Test
    void theFleetIsToldWithItsPodsAndTheAgeOfItsSamplesAndSilentExportersAreNot() throws Exception {
        var nodes = Set.of("h100-01", "h100-06", "mi300x-01", "t4-02");
        var told = new HashMap<String, NodeReadings>();
        var now = Instant.now();
        new PrometheusFleetReader(client, Clock.systemUTC()).read(
                new FleetReadingsRequest("p", NodesByExporterTarget.ofNames(nodes), Duration.ofSeconds(30)),
                told::putAll);

        var whole = Objects.requireNonNull(told.get("h100-01"));
        assertThat(whole.devices()).hasSize(8).allSatisfy(device -> assertThat(device.holders())
                .containsExactly(new ReportedDeviceUser("ml-platform", "llm-pretrain-1-master-0", "pytorch", "")));
        assertThat(whole.at()).as("the sample was taken ten seconds before").isCloseTo(now.minusSeconds(10),
                within(8, ChronoUnit.SECONDS));
        var cut = Objects.requireNonNull(told.get("h100-06")).devices().getFirst();
        assertThat(cut.instances()).extracting(instance -> instance.profile()).containsExactly("3g.40gb", "2g.20gb",
                "1g.10gb", "1g.10gb");
        assertThat(cut.values().get(DeviceMetric.POWER)).as("of the board, once").isLessThan(720);
        assertThat(Objects.requireNonNull(told.get("mi300x-01")).devices()).hasSize(8);
        assertThat(Objects.requireNonNull(told.get("t4-02")).devices()).isEmpty();
        assertThat(now("up == 0").size()).as("also where the node is lost or the driver broken").isEqualTo(3);
    }

    @Test
    void aLargeFleetIsToldSomeNodesAtATimeAndEachOfThemOnce() throws Exception {
        try (var large = SimulatedCluster.start(options().withNodes(130)); var asked = open(large)) {
            var type = large.storedObjects().catalog().get("nodes");
            var nodes = large.storedObjects().list(type, SimulatedListObjectFilter.ofNamespace("")).stream()
                    .map(node -> SimulatedStoreJsonCodec.textAt(node, "metadata", "name")).collect(Collectors.toSet());
            var portions = new ArrayList<Map<String, NodeReadings>>();

            new PrometheusFleetReader(new PrometheusClient(asked, PATIENCE), Clock.systemUTC()).read(
                    new FleetReadingsRequest("p", NodesByExporterTarget.ofNames(nodes), Duration.ofSeconds(30)),
                    portions::add);

            assertThat(portions).hasSizeGreaterThan(2).allSatisfy(some -> assertThat(some).hasSizeLessThan(110));
            assertThat(portions.stream().flatMap(some -> some.keySet().stream()))
                    .containsExactlyInAnyOrderElementsOf(nodes);
            assertThat(
                    portions.stream().flatMap(some -> some.values().stream()).filter(node -> !node.devices().isEmpty()))
                    .hasSizeGreaterThan(80);
        }
    }

    @Test
    void thePastIsThereAtOnceAndEndsInThePresent() throws Exception {
        var timeRange = new QueryTimeRange(NOW.minusSeconds(3610), NOW.minusSeconds(10), Duration.ofMinutes(2));

        var history = new PrometheusNodeHistoryReader(client)
                .readPast(NodesByExporterTarget.ofNames(List.of("h100-06", "h100-07")),
                        Set.of(DeviceMetric.TEMPERATURE, DeviceMetric.UTILISATION), timeRange)
                .history();

        assertThat(history.devices().stream().filter(key -> key.instance() == DeviceSeriesKey.WHOLE)
                .map(DeviceSeriesKey::node)).hasSize(16).containsOnly("h100-06", "h100-07");
        var hottest = history.devices().iterator().next();
        assertThat(history.series(hottest, DeviceMetric.UTILISATION, timeRange.start(), timeRange.end()).max())
                .isBetween(0.0, 1.0);
        var rangeSeries = client.queryRange("DCGM_FI_DEV_GPU_TEMP" + FIRST, timeRange).data().lines().getFirst();
        assertThat(rangeSeries.valueAt(rangeSeries.size() - 1)).isEqualTo(value("DCGM_FI_DEV_GPU_TEMP" + FIRST));
    }

    @Test
    void countersGrowAsFastAsThePowerThatIsDrawn() throws Exception {
        double fromEnergy = value("rate(DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION" + FIRST + "[30m]) / 1000");
        double drawn = value("avg_over_time(DCGM_FI_DEV_POWER_USAGE" + FIRST + "[30m])");

        assertThat(fromEnergy).isCloseTo(drawn, within(drawn / 20));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count(DCGM_FI_DEV_GPU_TEMP{Hostname="h100-01"})                                             | 8
            count(DCGM_FI_DEV_POWER_USAGE{Hostname=~"h100-0[12]",GPU_I_ID="",gpu!~"[0-3]"})             | 8
            count(max by (UUID) (DCGM_FI_DEV_POWER_USAGE{Hostname="h100-06"}))                          | 8
            count(topk(3, DCGM_FI_DEV_GPU_TEMP))                                                        | 3
            2 + 3 * 4 ^ 2 - -1                                                                          | 51
            count(DCGM_FI_DEV_GPU_TEMP{Hostname="h100-01"} > bool 1000) + 1                             | 9
            sum(DCGM_FI_DEV_GPU_TEMP{Hostname="h100-01"} > bool 1)                                      | 8
            count(DCGM_FI_DEV_FB_USED{Hostname="h100-01"} / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE)) | 8
            count(a or vector(1))                                                                       | 1
            count(up{job="nvidia-dcgm-exporter"} unless on (pod) up == 1)                               | 3
            absent(nothing)                                                                             | 1
            """)
    void queriesGiveWhatPrometheusWouldGive(String query, double result) throws Exception {
        var vector = now(query);

        assertThat(vector.isEmpty()).as(query).isFalse();
        assertThat(vector.valueOf(0)).as(query).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            histogram_quantile(0.9, a)        | the simulated Prometheus has no function "histogram_quantile"
            max_over_time(a[1h:1m])           | the simulated Prometheus does not evaluate subqueries
            a offset 5m                       | the simulated Prometheus does not evaluate offset
            a * on (b) group_left c           | the simulated Prometheus does not evaluate group_left
            sum(                              | unexpected end of input
            {a=""}                            | must contain at least one non-empty matcher
            up[5m]                            | invalid expression type
            DCGM_FI_DEV_GPU_TEMP * on () up   | many-to-many matching not allowed
            """)
    void whatIsNotEvaluatedIsRefusedWithWordsAndNeverAnsweredWithNothing(String query, String text) {
        var problem = catchThrowableOfType(ProblemException.class, () -> now(query)).problem();

        assertThat(problem.detail()).contains(text);
    }

    @Test
    void labelsSeriesAndTheVersionAreListed() throws Exception {
        assertThat(client.labelValues("Hostname", List.of("DCGM_FI_DEV_GPU_TEMP")).data()).contains("h100-01")
                .doesNotContain("t4-02", "");
        assertThat(client.labelNames(List.of()).data()).contains("UUID", "GPU_I_ID", "exported_pod", "gpu_uuid");
        assertThat(client.findSeries(List.of("up"), NOW.minusSeconds(60), NOW).data()).isNotEmpty();
        assertThat(client.buildInfo().data().version()).matches("\\d+\\.\\d+.*");
    }

    @Test
    void itsRulesFindTheHotNodeAndTheSilentExporter() throws Exception {
        var alerts = PrometheusAlertList.read(client).alerts();

        assertThat(alerts).extracting(PrometheusAlertWithRule::name).contains("GpuHot", "GpuExporterDown");
        assertThat(alerts).filteredOn(alert -> alert.name().equals("GpuHot"))
                .allSatisfy(alert -> assertThat(alert.nodeName()).isEqualTo("h100-03"));
        assertThat(alerts).allSatisfy(alert -> assertThat(alert.since()).isBefore(NOW));
    }
}
