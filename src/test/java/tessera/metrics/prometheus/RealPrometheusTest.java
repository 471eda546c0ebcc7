package tessera.metrics.prometheus;

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
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BasicLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.demo.SimulatedCluster;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.answer.PrometheusResponseReader;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.metrics.prometheus.rule.PrometheusAlertList;
import tessera.metrics.prometheus.rule.PrometheusAlertWithRule;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading.MissingValueReason;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A real Prometheus, which asks the exporters of the simulated cluster as it would those of any other. */
class RealPrometheusTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Set<String> NODES = Set.of("h100-01", "h100-06", "b200-02");
    /** Whole GPUs, and on one node instances beside them. */
    private static final int ALL = 8 + 20 + 8;
    private static final String TEMPERATURE = "DCGM_FI_DEV_GPU_TEMP";

    @TempDir
    private static Path folder;
    private static @Nullable SimulatedCluster cluster;
    private static @Nullable RealPrometheus prometheus;
    private static @Nullable ConfiguredPrometheusClient way;

    @BeforeAll
    static void begin() throws Exception {
        assumeTrue(RealPrometheus.program().isPresent(), "there is no prometheus on the PATH");
        cluster = SimulatedCluster.start(
                SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false).withSpeed(20));
        Files.writeString(folder.resolve("rules.yml"), """
                groups:
                - name: gpus
                  interval: 1s
                  rules:
                  - {alert: Warm, expr: 'DCGM_FI_DEV_GPU_TEMP > 0', labels: {severity: none}}
                  - {record: gpus, expr: 'count(DCGM_FI_DEV_GPU_TEMP)'}
                """);
        prometheus = RealPrometheus.start(folder, configuration(cluster));
        way = open(new BasicLogin(RealPrometheus.USER, new SecretText(RealPrometheus.PASSWORD)));
        prometheus.await(() -> count("count(" + TEMPERATURE + ")") == ALL && count("gpus") == ALL
                && count("count(ALERTS{alertstate=\"firing\"})") == ALL);
    }

    @AfterAll
    static void end() {
        for (var open : new AutoCloseable[] {way, prometheus, cluster}) {
            close(open);
        }
    }

    private static void close(@Nullable AutoCloseable open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** As behind a ServiceMonitor that does not honour labels: those of the exporter's pod win. */
    private static String configuration(SimulatedCluster cluster) {
        var kubeconfig = cluster.kubeconfig("admin");
        var jobs = new StringBuilder("""
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: [rules.yml]
                scrape_configs:
                - job_name: nvidia-dcgm-exporter
                  authorization: {credentials: %s}
                  static_configs:
                """.formatted(told(kubeconfig, "token: (\\S+)")));
        var address = told(kubeconfig, "server: http://(\\S+)");
        for (var node : NODES) {
            jobs.append("""
                      - targets: ['%s']
                        labels:
                          __metrics_path__: /api/v1/namespaces/gpu-operator/pods/%s:9400/proxy/metrics
                          namespace: gpu-operator
                          pod: %2$s
                          container: nvidia-dcgm-exporter
                    """.formatted(address, exporter(cluster, node)));
        }
        return jobs.toString();
    }

    private static String told(String kubeconfig, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(kubeconfig);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private static String exporter(SimulatedCluster cluster, String node) {
        var type = cluster.storedObjects().catalog().get("pods");
        return cluster.storedObjects().list(type, SimulatedListObjectFilter.ofNamespace("")).stream().filter(
                pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name").startsWith("nvidia-dcgm-exporter-")
                        && SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node))
                .map(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")).findFirst().orElseThrow();
    }

    private static ConfiguredPrometheusClient open(ConfiguredPrometheusAccess.PrometheusLogin login)
            throws ProblemException {
        return ConfiguredPrometheusClient.open(
                ConfiguredPrometheusAccess.of(Objects.requireNonNull(prometheus).address()).withLogin(login),
                Asking.ALONE);
    }

    private static PrometheusClient client() {
        return new PrometheusClient(Objects.requireNonNull(way), PATIENCE);
    }

    private static double count(String query) {
        try {
            var vector = client().queryInstant(query, null).data();
            return vector.isEmpty() ? 0 : vector.valueOf(0);
        } catch (ProblemException _) {
            return -1;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Problem failing(String query) {
        return catchThrowableOfType(ProblemException.class, () -> client().queryInstant(query, null)).problem();
    }

    @Test
    void theTemperaturesOfANodeAreTold() throws Exception {
        var vector = client().queryInstant(TEMPERATURE + "{Hostname=\"h100-01\"}", null).data();

        assertThat(vector.size()).isEqualTo(8);
        assertThat(IntStream.range(0, 8)).allSatisfy(i -> {
            assertThat(vector.nameOf(i)).isEqualTo(TEMPERATURE);
            assertThat(vector.valueOf(i)).isBetween(25.0, 90.0);
            assertThat(vector.labelsOf(i).valueOf("exported_pod")).isEqualTo("llm-pretrain-1-master-0");
            assertThat(vector.labelsOf(i).valueOf("pod")).startsWith("nvidia-dcgm-exporter-");
        });
        assertThat(client().queryInstant("vector(0) / 0", null).data().valueOf(0)).isNaN();
        assertThat(client().queryInstant("-1 / 0", null).data().valueOf(0)).isNegative().isInfinite();
    }

    @Test
    void beforePrometheusWasStartedThereAreGaps() throws Exception {
        var now = Instant.now();
        var timeRange = new QueryTimeRange(now.minus(Duration.ofHours(1)), now, Duration.ofSeconds(30));

        var lines = client().queryRange(TEMPERATURE + "{Hostname=\"h100-01\"}", timeRange).data().lines();

        assertThat(lines).hasSize(8).allSatisfy(rangeSeries -> {
            assertThat(rangeSeries.size()).isEqualTo(121);
            assertThat(rangeSeries.valueAt(0)).isNaN();
            assertThat(rangeSeries.valueAt(120)).isBetween(25.0, 90.0);
        });
    }

    @Test
    void aYearIsNotTooLongWhenTheStepIsChosen() throws Exception {
        var now = Instant.now();
        var year = QueryTimeRange.covering(now.minus(Duration.ofDays(365)), now, Integer.MAX_VALUE);

        assertThat(client().queryRange("vector(7)", year).data().lines().getFirst().size()).isEqualTo(year.pointCount())
                .isGreaterThan(10_000);

        var tooFine = PrometheusApiRequest.of("/api/v1/query_range", PATIENCE, "ask Prometheus")
                .withParameter("query", "vector(7)").withParameter("start", "0").withParameter("end", "330030")
                .withParameter("step", "30");
        var reader = PrometheusResponseReader.rangeVector(year);
        var problem = catchThrowableOfType(ProblemException.class, () -> Objects.requireNonNull(way).send(tooFine,
                reply -> reader.read(reply, "ask Prometheus", PATIENCE))).problem();
        assertThat(problem.kind()).isEqualTo(OperationProblemKind.INVALID);
        assertThat(problem.detail()).contains("exceeded maximum resolution of 11,000 points");
    }

    @Test
    void whatPrometheusDoesNotUnderstandItSaysItself() {
        var unreadable = failing("sum(");
        var ambiguous = failing(TEMPERATURE + " * on() DCGM_FI_DEV_POWER_USAGE");

        assertThat(unreadable.headline()).isEqualTo("Prometheus cannot parse the query");
        assertThat(unreadable.detail()).contains("parse error");
        assertThat(ambiguous.headline()).isEqualTo("Prometheus could not evaluate the query");
        assertThat(ambiguous.detail()).contains("duplicate series");
    }

    @Test
    void whoDoesNotKnowThePasswordIsNotLetIn() throws Exception {
        for (var login : List.of(new ConfiguredPrometheusAccess.AnonymousLogin(),
                new BasicLogin(RealPrometheus.USER, new SecretText("wrong")))) {
            try (var stranger = open(login)) {
                var problem = catchThrowableOfType(ProblemException.class,
                        () -> new PrometheusClient(stranger, PATIENCE).buildInfo()).problem();
                assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
            }
        }
        assertThat(client().buildInfo().data().version()).matches("\\d+\\.\\d+.*");
    }

    @Test
    void seriesLabelsRulesAndAlertsAreListed() throws Exception {
        var client = client();
        var now = Instant.now();

        assertThat(client.findSeries(List.of(TEMPERATURE), now.minusSeconds(600), now).data()).hasSize(ALL)
                .allSatisfy(series -> assertThat(series.valueOf("__name__")).isEqualTo(TEMPERATURE));
        assertThat(client.labelNames(List.of()).data()).contains("UUID", "GPU_I_ID", "exported_pod");
        assertThat(client.labelValues("Hostname", List.of(TEMPERATURE)).data())
                .containsExactlyInAnyOrderElementsOf(NODES);
        var group = client.rules().data().getFirst();
        assertThat(group.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(group.rules()).extracting(rule -> rule.name() + " " + rule.state()).containsExactly("Warm firing",
                "gpus ");
        assertThat(group.rules().getFirst().alerts()).hasSize(ALL);
        assertThat(client.alerts().data()).hasSize(ALL).allSatisfy(alert -> {
            assertThat(alert.labels()).containsEntry("alertname", "Warm").containsEntry("severity", "none");
            assertThat(alert.state()).isEqualTo("firing");
            assertThat(alert.value()).isGreaterThan(20);
            assertThat(alert.activeAt()).isBefore(Instant.now());
        });
    }

    @Test
    void theFleetIsReadAsFromTheExportersThemselves() throws Exception {
        var before = Instant.now();
        var told = fleet("h100-01", "h100-06", "b200-02", "cpu-01");

        assertThat(told.keySet()).containsExactlyInAnyOrder("h100-01", "h100-06", "b200-02", "cpu-01");
        var busy = Objects.requireNonNull(told.get("h100-01"));
        assertThat(busy.at()).isBetween(before.minusSeconds(20), Instant.now());
        assertThat(busy.problem()).isNull();
        assertThat(busy.devices()).hasSize(8).allSatisfy(device -> {
            assertThat(device.model()).isEqualTo("NVIDIA H100 80GB HBM3");
            assertThat(device.holders())
                    .containsExactly(new ReportedDeviceUser("ml-platform", "llm-pretrain-1-master-0", "pytorch", ""));
            assertThat(device.values().get(DeviceMetric.TEMPERATURE)).isBetween(25.0, 90.0);
            assertThat(device.values().get(DeviceMetric.MEMORY_TOTAL)).isBetween(79e9, 90e9);
        });
        var cut = Objects.requireNonNull(told.get("h100-06"));
        assertThat(cut.devices()).hasSize(8);
        assertThat(cut.devices().getFirst().instances()).extracting(instance -> instance.profile())
                .containsExactly("3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb");
        assertThat(Objects.requireNonNull(told.get("b200-02")).devices()).as("of which nobody has six").hasSize(8)
                .filteredOn(device -> device.holders().isEmpty()).hasSize(6);
        assertThat(Objects.requireNonNull(told.get("cpu-01")).missingReason())
                .isEqualTo(MissingValueReason.NO_EXPORTER);
    }

    private static Map<String, NodeReadings> fleet(String... nodes) throws Exception {
        var told = new HashMap<String, NodeReadings>();
        new PrometheusFleetReader(client(), Clock.systemUTC()).read(new FleetReadingsRequest("prometheus",
                NodesByExporterTarget.ofNames(Set.of(nodes)), Duration.ofSeconds(30)), told::putAll);
        return told;
    }

    @Test
    void alertsAreToldWithTheRuleThatMadeThem() throws Exception {
        var alertList = PrometheusAlertList.read(client());

        assertThat(alertList.rules()).isEqualTo(1);
        assertThat(alertList.alerts()).hasSize(ALL).allSatisfy(alert -> {
            assertThat(alert.name()).isEqualTo("Warm");
            assertThat(alert.state()).isEqualTo(PrometheusAlertWithRule.PrometheusAlertState.FIRING);
            assertThat(alert.expression()).isEqualTo("DCGM_FI_DEV_GPU_TEMP > 0");
            assertThat(alert.severity()).isEqualTo("none");
            assertThat(NODES).contains(alert.nodeName());
        });
    }

    @Test
    void thePastOfANodeIsMadeOfTheSameReadingsAsItsPresent() throws Exception {
        var client = client();
        var metrics = Set.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED, DeviceMetric.TEMPERATURE,
                DeviceMetric.POWER);
        var now = fleet("h100-06").get("h100-06");
        var ends = Instant.now();
        var timeRange = new QueryTimeRange(ends.minusSeconds(3), ends, Duration.ofSeconds(1));

        var history = new PrometheusNodeHistoryReader(client)
                .readPast(NodesByExporterTarget.ofNames(List.of("h100-06")), metrics, timeRange).history();

        var keys = Objects.requireNonNull(now).devices().stream()
                .flatMap(device -> Stream.concat(Stream.of(DeviceSeriesKey.of("h100-06", device)),
                        device.instances().stream()
                                .map(instance -> DeviceSeriesKey.of("h100-06", device).ofInstance(instance.id()))))
                .toList();
        assertThat(history.devices()).containsExactlyInAnyOrderElementsOf(keys);
        for (var device : now.devices()) {
            var key = DeviceSeriesKey.of("h100-06", device);
            // What belongs to the board is on every instance and still drawn once.
            assertThat(history.series(key, DeviceMetric.POWER, timeRange.start(), timeRange.end()).last())
                    .as(key.toString()).isBetween(30.0, 800.0);
            assertThat(history.series(key, DeviceMetric.UTILISATION, timeRange.start(), timeRange.end()).max())
                    .isLessThanOrEqualTo(1);
        }
    }
}
