package tessera.metrics.scrape;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.ClusterSession;
import tessera.cluster.SessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer.Script;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.SnapshotStore;
import tessera.cluster.watch.PermittedNamespaces;
import tessera.cluster.watch.Rhythm;
import tessera.cluster.wire.AccessMode;
import tessera.metrics.report.ReportReader;
import tessera.model.Problem.Kind;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.Freshness;
import tessera.model.reading.Reading;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads exporters through an API server that a test scripts. */
class ScrapingTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Script WARM = exchange -> exchange.text(200, "text/plain; version=0.0.4",
            "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-1\",modelName=\"NVIDIA L40S\"} 41\n");
    private static final Script WITHOUT_PERMISSION = exchange -> exchange.json(403,
            """
                    {"kind":"Status","reason":"Forbidden","code":403,"message":"pods \\"x\\" is forbidden: User \\"ann\\" cannot get \
                    resource \\"pods/proxy\\" in API group \\"\\" in the namespace \\"gpu-operator\\""}""");

    private final Map<String, Script> exporters = new ConcurrentHashMap<>();
    private final Clock clock = Clock.systemUTC();
    @SuppressWarnings("NullAway.Init")
    private ScriptedCluster cluster;
    @SuppressWarnings("NullAway.Init")
    private ClusterSession session;
    @SuppressWarnings("NullAway.Init")
    private Scraping scraping;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.answer(exchange -> exchange.path().endsWith("/proxy/metrics"), exchange -> {
            var node = exchange.path().replaceFirst(".*/pods/exporter-", "").replaceFirst(":9400/.*", "");
            exporters.getOrDefault(node, WARM).answer(exchange);
        });
    }

    @AfterEach
    void end() throws Exception {
        scraping.close();
        session.close();
        cluster.close();
    }

    private void node(String name, Script exporter) {
        cluster.putNode(name);
        cluster.putExporter(name);
        exporters.put(name, exporter);
    }

    private void open() throws Exception {
        var context = Contexts.context(cluster.server().address());
        var rhythm = new Rhythm(100, LONG, LONG, LONG, LONG, SOON, SOON, LONG);
        session = ClusterSession.open(() -> context,
                new SessionOptions(Contexts.terms(), rhythm,
                        new SnapshotStore.Pace(Duration.ofMillis(5), Duration.ofMillis(5), LONG), List.of(),
                        new PermittedNamespaces.Bounds(200, 50), SOON,
                        RandomGeneratorFactory.of("L64X128MixRandom").create(7)),
                AccessMode.READ_ONLY);
        scraping = Scraping.start(session.snapshots(), session.exporters(), new ReportReader(),
                new ScrapeTerms(clock, new Random(7), Duration.ofMillis(60), Duration.ofMillis(500), 4, 1_000,
                        Duration.ofMillis(120)));
    }

    private NodeReadings until(String node, Predicate<NodeReadings> wanted) throws InterruptedException {
        Seen.await(() -> {
            var readings = of(node);
            return readings != null && wanted.test(readings);
        });
        return Objects.requireNonNull(of(node));
    }

    private @Nullable NodeReadings of(String node) {
        return scraping.readings().get().node(node);
    }

    private static boolean warm(NodeReadings readings) {
        return !readings.devices().isEmpty() && readings.devices().getFirst().reading(Metric.TEMPERATURE)
                .equals(new Reading.Measured(41));
    }

    private long reads(String node) {
        return cluster.server().requests().stream().filter(request -> request.contains("exporter-" + node + ":9400"))
                .count();
    }

    @Test
    void everyExporterIsReadThroughThePodProxyAndReadAgain() throws Exception {
        node("n1", WARM);
        open();

        var readings = until("n1", ScrapingTest::warm);
        assertThat(readings.source()).isEqualTo("gpu-operator/exporter-n1");
        assertThat(readings.trouble()).isNull();
        Seen.await(() -> reads("n1") >= 3);
        assertThat(cluster.server().requests())
                .contains("GET /api/v1/namespaces/gpu-operator/pods/exporter-n1:9400/proxy/metrics");
    }

    @Test
    void exportersThatNeverAnswerHoldUpNobodyElse() throws Exception {
        for (int slow = 0; slow < 12; slow++) {
            node("slow" + slow, exchange -> exchange.hang());
        }
        node("quick", WARM);
        open();
        until("quick", ScrapingTest::warm);
        long before = reads("quick");

        Seen.await(() -> reads("quick") >= before + 5);
        assertThat(Objects.requireNonNull(of("slow3")).at()).isNull();
    }

    @Test
    void whatWasReadStaysWithItsAgeWhileTheExporterIsSilent() throws Exception {
        node("n1", WARM);
        open();
        until("n1", ScrapingTest::warm);
        exporters.put("n1", exchange -> exchange.json(503, """
                {"kind":"Status","reason":"ServiceUnavailable","code":503,
                 "message":"error trying to reach service: dial tcp 10.0.0.1:9400: connect: connection refused"}"""));

        var silent = until("n1", readings -> readings.trouble() != null);
        assertThat(silent.devices()).hasSize(1);
        assertThat(Objects.requireNonNull(silent.trouble()).sentence()).contains("connection refused");
        Seen.await(() -> Objects.requireNonNull(of("n1")).freshness(clock.instant()) == Freshness.STALE);

        exporters.put("n1", WARM);
        assertThat(until("n1", readings -> readings.trouble() == null).at()).isAfter(silent.at());
    }

    @Test
    void aWebPageInPlaceOfMetricsIsToldAtItsNodeAndNowhereElse() throws Exception {
        node("good", WARM);
        node("bad", exchange -> exchange.text(200, "text/html", "<html><title>Sign in</title></html>"));
        open();

        var bad = until("bad", readings -> readings.trouble() != null);
        assertThat(Objects.requireNonNull(bad.trouble()).kind()).isEqualTo(Kind.GARBLED);
        assertThat(Objects.requireNonNull(bad.trouble()).headline()).contains("web page");
        until("good", ScrapingTest::warm);
        assertThat(scraping.readings().get().trouble()).isNull();
    }

    @Test
    void aLineThatNeverEndsCostsTheExporterItsReportAndNothingElse() throws Exception {
        node("n1", exchange -> exchange.text(200, "text/plain", "x".repeat(10 << 20)));
        node("n2", WARM);
        open();

        assertThat(until("n1", readings -> readings.trouble() != null).devices()).isEmpty();
        until("n2", ScrapingTest::warm);
    }

    @Test
    void aMissingPermissionIsToldOnceForAll() throws Exception {
        node("n1", WITHOUT_PERMISSION);
        node("n2", WITHOUT_PERMISSION);
        open();

        Seen.await(() -> scraping.readings().get().trouble() != null);
        var why = Objects.requireNonNull(scraping.readings().get().trouble());
        assertThat(why.kind()).isEqualTo(Kind.FORBIDDEN);
        assertThat(why.headline()).contains("pods/proxy");
    }

    @Test
    void aNodeWithoutAnExporterSaysSo() throws Exception {
        cluster.putNode("bare");
        open();

        var bare = until("bare", readings -> true);
        assertThat(bare.source()).isEmpty();
        assertThat(bare.reason()).isEqualTo(Reading.Reason.NO_EXPORTER);
    }

    @Test
    void aDeviceThatTwoExportersReportIsOneDevice() throws Exception {
        node("n1", WARM);
        cluster.putExporter("n1", "second");
        open();
        until("n1", readings -> readings.source().contains(",") && warm(readings));
        Seen.await(() -> reads("second") >= 2);

        assertThat(until("n1", ScrapingTest::warm).devices()).hasSize(1);
    }

    @Test
    void anExporterThatComesLaterIsFound() throws Exception {
        cluster.putNode("n1");
        open();
        until("n1", readings -> readings.source().isEmpty());
        cluster.putExporter("n1");

        until("n1", ScrapingTest::warm);
    }
}
