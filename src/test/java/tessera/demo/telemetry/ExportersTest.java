package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.demo.telemetry.Scrape.Series;

import static org.assertj.core.api.Assertions.assertThat;

/** The exporters of the simulated nodes, as a client reads them through the API server. */
class ExportersTest {

    private static final double SPEED = 20;
    private static final String GPU = "DCGM_FI_DEV_";
    private static @Nullable SimulatedCluster running;

    private static SimulatedCluster cluster() {
        return Objects.requireNonNull(running);
    }

    @BeforeAll
    static void begin() throws IOException {
        running = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withTls(false)
                .withActivity(false).withSpeed(SPEED));
    }

    @AfterAll
    static void end() {
        cluster().close();
    }

    private static Scrape admin() {
        return Scrape.as(cluster(), "admin");
    }

    private static ObjectNode pod(String start, String node) {
        var type = cluster().storedObjects().catalog().get("pods");
        return cluster().storedObjects().list(type, SimulatedListObjectFilter.ofNamespace("")).stream()
                .filter(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name").startsWith(start)
                        && SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node))
                .findFirst().orElseThrow();
    }

    private static String exporter(String node) {
        return SimulatedStoreJsonCodec.textAt(pod("nvidia-dcgm-exporter-", node), "metadata", "name");
    }

    private static List<Series> scrape(String node) throws IOException, InterruptedException {
        return admin().metrics(exporter(node));
    }

    private static List<Series> of(List<Series> all, String field) {
        return Scrape.of(all, GPU + field);
    }

    private static String message(String body) throws IOException {
        return new ObjectMapper().readTree(body).path("message").asText();
    }

    @Test
    void aBusyNodeTellsOfEachOfItsGpusAndOfThePodThatHasThem() throws Exception {
        var all = scrape("h100-01");

        assertThat(of(all, "GPU_TEMP")).hasSize(8).allSatisfy(series -> {
            assertThat(series.label("pod")).isEqualTo("llm-pretrain-1-master-0");
            assertThat(series.label("namespace")).isEqualTo("ml-platform");
            assertThat(series.label("container")).isEqualTo("pytorch");
            assertThat(series.label("modelName")).isEqualTo("NVIDIA H100 80GB HBM3");
            assertThat(series.label("Hostname")).isEqualTo("h100-01");
            assertThat(series.label("DCGM_FI_DRIVER_VERSION")).isEqualTo("580.126.20");
            assertThat(series.label("pci_bus_id")).matches("00000000:[0-9A-F]{2}:00\\.0");
            assertThat(series.label("device")).isEqualTo("nvidia" + series.label("gpu"));
            assertThat(series.value()).isBetween(25.0, 85.0);
        });
        assertThat(of(all, "XID_ERRORS")).hasSize(8)
                .allSatisfy(series -> assertThat(series.label("err_msg")).isEqualTo("No Error"));
        assertThat(all).noneMatch(series -> series.name().equals(GPU + "FB_TOTAL"));
        assertThat(of(scrape("h200-01"), "FB_TOTAL")).hasSize(8)
                .allSatisfy(series -> assertThat(series.value()).isEqualTo(143_771));
    }

    @Test
    void everyWayThroughTheProxyLeadsToTheSameExporter() throws Exception {
        var name = exporter("t4-01");
        var service = "/api/v1/namespaces/gpu-operator/services/";
        for (var way : List.of(name + ":9400", "http:" + name + ":9400", name + ":metrics", name)) {
            var response = admin().ask(way, "/metrics");
            assertThat(response.statusCode()).as(way).isEqualTo(200);
            assertThat(response.body()).contains("Hostname=\"t4-01\"");
            assertThat(response.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        }
        for (var way : List.of("nvidia-dcgm-exporter:gpu-metrics", "http:nvidia-dcgm-exporter:9400")) {
            assertThat(admin().get(service + way + "/proxy/health").body()).as(way).isEqualTo("OK");
        }
        assertThat(admin().ask(name + ":9400", "/nothing").statusCode()).isEqualTo(404);
        assertThat(admin().ask(name + ":9401", "/metrics").statusCode()).isEqualTo(503);
    }

    @Test
    void whoAsksForOpenMetricsIsToldTheSameSeries() throws Exception {
        var name = exporter("b200-02") + ":9400";
        var plain = admin().ask(name, "/metrics").body();
        var response = admin().ask(name, "/metrics", "Accept", "application/openmetrics-text; version=1.0.0");

        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
        assertThat(response.body()).endsWith("# EOF\n");
        assertThat(names(Scrape.series(response.body()))).isEqualTo(names(Scrape.series(plain)))
                .contains(GPU + "TOTAL_ENERGY_CONSUMPTION");
        assertThat(plain).contains("# TYPE DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter\n");
    }

    private static Set<String> names(List<Series> all) {
        return all.stream().map(Series::name).collect(Collectors.toSet());
    }

    @Test
    void aDividedGpuHasASeriesForEachInstanceUnderTheUuidOfItsBoard() throws Exception {
        var all = scrape("h100-06");
        var temperatures = of(all, "GPU_TEMP");
        var parts = temperatures.stream().filter(series -> !series.label("GPU_I_ID").isEmpty()).toList();

        assertThat(temperatures).hasSize(4 * 4 + 4);
        assertThat(parts).hasSize(16).allSatisfy(series -> assertThat(series.label("UUID")).startsWith("GPU-"));
        assertThat(parts.stream().filter(series -> series.label("gpu").equals("0"))
                .map(series -> series.label("GPU_I_PROFILE") + " " + series.label("GPU_I_ID")))
                .containsExactly("3g.40gb 2", "2g.20gb 4", "1g.10gb 7", "1g.10gb 8");
        assertThat(of(all, "GPU_UTIL").stream().map(series -> series.label("gpu"))).containsExactly("4", "5", "6", "7");
        assertThat(Scrape.of(all, "DCGM_FI_PROF_GR_ENGINE_ACTIVE")).hasSize(20);
        parts.stream().collect(Collectors.groupingBy(series -> series.label("UUID"))).values().forEach(
                board -> assertThat(board.stream().map(Series::value).distinct()).as("a board's value").hasSize(1));
        assertThat(of(all, "FB_USED")).filteredOn(series -> series.label("pod").startsWith("embed-")).hasSize(5)
                .allSatisfy(series -> assertThat(series.label("GPU_I_PROFILE")).isEqualTo("1g.10gb"));
    }

    @Test
    void theInstancesAreThoseThatTheNodesLabelsCount() throws Exception {
        var nodes = cluster().storedObjects().catalog().get("nodes");
        for (var name : List.of("a100-01", "a100-02", "a100-03", "a100-04", "h100-06")) {
            var node = Objects.requireNonNull(cluster().storedObjects().find(nodes, "", name));
            of(scrape(name), "FB_FREE").stream().filter(series -> !series.label("GPU_I_ID").isEmpty())
                    .collect(Collectors.groupingBy(series -> series.label("GPU_I_PROFILE"), Collectors.counting()))
                    .forEach((profile,
                            count) -> assertThat(SimulatedStoreJsonCodec.textAt(node, "metadata", "labels",
                                    "nvidia.com/mig-" + profile + ".count")).as(name + " " + profile)
                                    .isEqualTo("" + count));
        }
        assertThat(of(scrape("a100-04"), "FB_FREE")).hasSize(2 * 2 + 2 + 2 + 3 + 2 * 4);
    }

    @Test
    void ofPodsThatShareAGpuOneIsNamed() throws Exception {
        var all = of(scrape("l40s-01"), "GPU_UTIL");

        assertThat(all).hasSize(4).allSatisfy(series -> {
            assertThat(series.label("pod")).startsWith("whisper-stream-");
            assertThat(series.label("modelName")).isEqualTo("NVIDIA L40S");
        });
        assertThat(scrape("l40s-01"))
                .noneMatch(series -> series.name().contains("NVLINK") || series.name().equals(GPU + "MEMORY_TEMP"));
    }

    @Test
    void aGpuThatNobodyHasIsNotNamedAfterAPodAndDoesNothing() throws Exception {
        var all = scrape("b200-02");
        var free = of(all, "GPU_UTIL").stream().filter(series -> !series.labels().containsKey("pod")).toList();

        assertThat(free).hasSize(6).allSatisfy(series -> assertThat(series.value()).isZero());
        assertThat(of(all, "FB_USED")).filteredOn(series -> series.label("pod").isEmpty())
                .allSatisfy(series -> assertThat(series.value()).isZero());
    }

    @Test
    void ofAGpuThatFellOffTheBusOnlyItsLastErrorIsLeft() throws Exception {
        var all = scrape("h100-08");
        var fallen = of(all, "XID_ERRORS").stream().filter(series -> series.value() == 79).toList();

        assertThat(fallen).hasSize(1);
        assertThat(fallen.getFirst().label("err_code")).isEqualTo("79");
        assertThat(fallen.getFirst().labels()).doesNotContainKey("pod");
        var uuid = fallen.getFirst().label("UUID");
        assertThat(names(all.stream().filter(series -> series.label("UUID").equals(uuid)).toList()))
                .containsExactlyInAnyOrder(GPU + "XID_ERRORS", "DCGM_EXP_XID_ERRORS_COUNT");
        assertThat(of(all, "GPU_TEMP")).hasSize(7);
    }

    @Test
    void aProgramThatFaultsAgainAndAgainIsSeenInTheLastError() throws Exception {
        var all = scrape("h100-04");

        assertThat(of(all, "XID_ERRORS")).filteredOn(series -> series.value() == 31).hasSize(1)
                .allSatisfy(series -> assertThat(series.label("pod")).isEqualTo("jupyter-pia-0"));
        assertThat(Scrape.of(all, "DCGM_EXP_XID_ERRORS_COUNT")).hasSize(1)
                .allSatisfy(series -> assertThat(series.label("xid")).isEqualTo("31"));
    }

    @Test
    void anExporterMayRunAndStillRefuse() throws Exception {
        var pod = pod("nvidia-dcgm-exporter-", "t4-02");
        var response = admin().ask(SimulatedStoreJsonCodec.textAt(pod, "metadata", "name") + ":9400", "/metrics");

        assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "phase")).isEqualTo("Running");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(message(response.body())).isEqualTo("error trying to reach service: dial tcp "
                + SimulatedStoreJsonCodec.textAt(pod, "status", "podIP") + ":9400: connect: connection refused");
        assertThat(admin().ask(exporter("t4-03") + ":9400", "/metrics").statusCode()).as("of a lost node")
                .isEqualTo(503);
    }

    @Test
    void anExporterMayTakeItsTime() throws Exception {
        long before = System.nanoTime();
        assertThat(of(scrape("l40s-03"), "GPU_TEMP")).hasSize(4);
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isGreaterThan(Duration.ofMillis((long) (8000 / SPEED)));
    }

    @Test
    void whoMayNotReachIntoPodsIsRefused() throws Exception {
        for (var user : List.of("nobody", "viewer")) {
            var response = Scrape.as(cluster(), user).ask(exporter("h100-01") + ":9400", "/metrics");
            assertThat(response.statusCode()).as(user).isEqualTo(403);
            assertThat(message(response.body())).contains("cannot get resource \"pods/proxy\"");
        }
    }

    @Test
    void gpusOfAmdAreToldOfUnderTheirOwnNames() throws Exception {
        var name = SimulatedStoreJsonCodec.textAt(pod("amd-gpu-metrics-exporter-", "mi300x-01"), "metadata", "name");
        var all = Scrape
                .series(admin().get("/api/v1/namespaces/kube-amd-gpu/pods/" + name + ":5000/proxy/metrics").body());

        assertThat(Scrape.of(all, "gpu_gfx_activity")).hasSize(8).allSatisfy(series -> {
            assertThat(series.label("hostname")).isEqualTo("mi300x-01");
            assertThat(series.label("card_model")).isEqualTo("AMD Instinct MI300X");
        });
        assertThat(Scrape.of(all, "gpu_used_vram"))
                .filteredOn(series -> series.label("pod").startsWith("llm-serve-rocm")).hasSize(4)
                .allSatisfy(series -> assertThat(series.value()).isGreaterThan(150_000));
        assertThat(Scrape.of(all, "gpu_health")).allSatisfy(series -> assertThat(series.value()).isEqualTo(1));
    }

    @Test
    void acceleratorsOfGaudiAreToldOfUnderTheirOwnNames() throws Exception {
        var name = SimulatedStoreJsonCodec.textAt(pod("habana-metric-exporter-ds-", "gaudi-01"), "metadata", "name");
        var all = Scrape
                .series(admin().get("/api/v1/namespaces/habana-system/pods/" + name + ":41611/proxy/metrics").body());

        assertThat(Scrape.of(all, "habanalabs_utilization")).hasSize(8)
                .allSatisfy(series -> assertThat(series.value()).isBetween(0.0, 100.0));
        assertThat(Scrape.of(all, "habanalabs_memory_used_bytes"))
                .filteredOn(series -> series.label("pod_name").startsWith("gaudi-finetune")).hasSize(4)
                .allSatisfy(series -> assertThat(series.value()).isGreaterThan(30e9));
        assertThat(Scrape.of(all, "habanalabs_memory_total_bytes")).extracting(Series::value)
                .containsOnly(96.0 * (1L << 30));
    }

    @Test
    void countersGoUpAsTimePasses() throws Exception {
        var first = energy();
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        var later = energy();
        while (later <= first && System.nanoTime() < deadline) {
            assertThat(later).isEqualTo(first);
            later = energy();
        }
        assertThat(later - first).as("millijoules of at least 30 s").isGreaterThan(30 * 50_000.0);
    }

    private static double energy() throws IOException, InterruptedException {
        return of(scrape("h100-02"), "TOTAL_ENERGY_CONSUMPTION").getFirst().value();
    }

    @Test
    void theSameSeedShowsTheSameAndAnotherOneSomethingElse() throws Exception {
        var defaultOptions = SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false)
                .withNodes(4).withClock(Clock.fixed(Instant.parse("2026-11-20T13:00:10Z"), ZoneOffset.UTC));
        assertThat(bodyOf(defaultOptions)).isEqualTo(bodyOf(defaultOptions));
        assertThat(bodyOf(defaultOptions.withSeed(7))).isNotEqualTo(bodyOf(defaultOptions));
    }

    private static String bodyOf(SimulatedCluster.SimulationOptions options) throws IOException, InterruptedException {
        try (var one = SimulatedCluster.start(options)) {
            return Scrape.as(one, "admin")
                    .get("/api/v1/namespaces/gpu-operator/services/nvidia-dcgm-exporter:9400/proxy" + "/metrics")
                    .body();
        }
    }
}
