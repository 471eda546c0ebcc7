package tessera.metrics.scrape;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer.Script;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.metrics.report.ExporterDeviceReadingsParser;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads exporters through an API server that a test scripts. */
class ExporterScraperTest {

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
    private ExporterScraper scraping;

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
        open(Duration.ofMillis(500));
    }

    private void open(Duration timeout) throws Exception {
        var context = Contexts.context(cluster.server().address());
        var rhythm = new WatchRequestTimings(100, LONG, LONG, LONG, LONG, SOON, SOON, LONG);
        session = ClusterSession.open(() -> context,
                new ClusterSessionOptions(Contexts.terms(), rhythm,
                        new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                                LONG),
                        List.of(), new ReadablePodNamespaceFinder.NamespaceWatchLimits(200, 50), SOON,
                        RandomGeneratorFactory.of("L64X128MixRandom").create(7)),
                SessionAccessMode.READ_ONLY);
        scraping = ExporterScraper.start(session.snapshots(), session.exporterClient(),
                new ExporterDeviceReadingsParser(), new ExporterScrapeSettings(clock, new Random(7),
                        Duration.ofMillis(60), timeout, 4, 1_000, Duration.ofMillis(120)));
    }

    private NodeReadings until(String node, Predicate<NodeReadings> wanted) throws InterruptedException {
        Seen.await(() -> {
            var readings = of(node);
            return readings != null && wanted.test(readings);
        });
        return Objects.requireNonNull(of(node));
    }

    private @Nullable NodeReadings of(String node) {
        return scraping.readings().get().readingsOf(node);
    }

    private static boolean warm(NodeReadings readings) {
        return !readings.devices().isEmpty() && readings.devices().getFirst().readingOf(DeviceMetric.TEMPERATURE)
                .equals(new MetricReading.MeasuredMetricReading(41));
    }

    private long reads(String node) {
        return cluster.server().requests().stream().filter(request -> request.contains("exporter-" + node + ":9400"))
                .count();
    }

    @Test
    void everyExporterIsReadThroughThePodProxyAndReadAgain() throws Exception {
        node("n1", WARM);
        open();

        var readings = until("n1", ExporterScraperTest::warm);
        assertThat(readings.source()).isEqualTo("gpu-operator/exporter-n1");
        assertThat(readings.problem()).isNull();
        Seen.await(() -> reads("n1") >= 3);
        assertThat(cluster.server().requests())
                .contains("GET /api/v1/namespaces/gpu-operator/pods/exporter-n1:9400/proxy/metrics");
    }

    /** What somebody else tells of a node, by default the same as its exporter, only warmer. */
    private static Map<String, NodeReadings> told(String node, Instant at) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, 55).toValues();
        var device = new DeviceReadings("GPU-1", 0, "NVIDIA L40S", "", List.of(), values, List.of());
        return Map.of(node, new NodeReadings(node, "Prometheus m/p", at, LONG, null, List.of(device)));
    }

    /** Newer than what exporters say until it is heard. */
    private Instant soon() {
        return clock.instant().plusSeconds(1);
    }

    private static boolean secondHand(NodeReadings readings) {
        return readings.source().equals("Prometheus m/p");
    }

    /** Lets several rounds go by, as another exporter counts them. */
    private void rounds(String other) throws InterruptedException {
        long before = reads(other);
        Seen.await(() -> reads(other) >= before + 5);
    }

    @Test
    void exportersRestWhileSomebodyElseTellsAllTheyWouldSayAndSpeakAgainOnceThatFails() throws Exception {
        node("n1", WARM);
        node("clock", WARM);
        open();
        until("n1", ExporterScraperTest::warm);
        var at = soon();

        scraping.acceptForeignReadings(told("n1", at));
        var nodeReadings = until("n1", ExporterScraperTest::secondHand);
        assertThat(nodeReadings.at()).as("not younger than it is").isEqualTo(at);
        assertThat(nodeReadings.devices().getFirst().readingOf(DeviceMetric.TEMPERATURE))
                .isEqualTo(new MetricReading.MeasuredMetricReading(55));
        rounds("clock");
        long before = reads("n1");
        rounds("clock");
        assertThat(reads("n1")).isEqualTo(before);

        scraping.endForeignReadings();
        until("n1", ExporterScraperTest::warm);
        assertThat(reads("n1")).isGreaterThan(before);
    }

    @Test
    void theNodeThatIsLookedAtIsReadItselfAndAnotherIsNot() throws Exception {
        node("n1", WARM);
        open();
        until("n1", ExporterScraperTest::warm);
        scraping.acceptForeignReadings(told("n1", soon()));
        until("n1", ExporterScraperTest::secondHand);

        scraping.watchNodes(Set.of("n1"));
        until("n1", ExporterScraperTest::warm);

        scraping.watchNodes(Set.of());
        scraping.acceptForeignReadings(told("n1", soon()));
        until("n1", ExporterScraperTest::secondHand);
    }

    @Test
    void whoTellsLessThanTheExporterOrOfOtherDevicesIsNotBelieved() throws Exception {
        var more = "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-1\",modelName=\"NVIDIA L40S\"} 300\n";
        node("less", exchange -> exchange.text(200, "text/plain; version=0.0.4",
                "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-1\",modelName=\"NVIDIA L40S\"} 41\n" + more));
        node("other", exchange -> exchange.text(200, "text/plain; version=0.0.4",
                "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-2\",modelName=\"NVIDIA L40S\"} 41\n"));
        open();
        until("less", ExporterScraperTest::warm);
        until("other", ExporterScraperTest::warm);

        scraping.acceptForeignReadings(told("less", clock.instant()));
        scraping.acceptForeignReadings(told("other", clock.instant()));

        long before = reads("less");
        rounds("other");
        Seen.await(() -> reads("less") >= before + 3);
        var nodeReadings = scraping.readings().get().readingsOf("other");
        assertThat(Objects.requireNonNull(nodeReadings).devices().getFirst().uuid()).isEqualTo("GPU-2");
    }

    @Test
    void whereExportersMayNotBeReadSomebodyElsesWordIsTaken() throws Exception {
        node("n1", WITHOUT_PERMISSION);
        open();
        Seen.await(() -> scraping.readings().get().problem() != null);

        scraping.acceptForeignReadings(told("n1", clock.instant()));

        assertThat(until("n1", ExporterScraperTest::secondHand).problem()).isNull();
        assertThat(scraping.readings().get().problem()).isNull();
    }

    @Test
    void exportersThatNeverAnswerHoldUpNobodyElse() throws Exception {
        for (int slow = 0; slow < 12; slow++) {
            node("slow" + slow, exchange -> exchange.hang());
        }
        node("quick", WARM);
        open();
        until("quick", ExporterScraperTest::warm);
        long before = reads("quick");

        Seen.await(() -> reads("quick") >= before + 5);
        assertThat(Objects.requireNonNull(of("slow3")).at()).isNull();
    }

    @Test
    void whatWasReadStaysWithItsAgeWhileTheExporterIsSilent() throws Exception {
        node("n1", WARM);
        open();
        until("n1", ExporterScraperTest::warm);
        exporters.put("n1", exchange -> exchange.json(503, """
                {"kind":"Status","reason":"ServiceUnavailable","code":503,
                 "message":"error trying to reach service: dial tcp 10.0.0.1:9400: connect: connection refused"}"""));

        var silent = until("n1", readings -> readings.problem() != null);
        assertThat(silent.devices()).hasSize(1);
        assertThat(Objects.requireNonNull(silent.problem()).problemText()).contains("connection refused");
        Seen.await(() -> Objects.requireNonNull(of("n1")).freshnessAt(clock.instant()) == ReadingFreshness.STALE);

        exporters.put("n1", WARM);
        assertThat(until("n1", readings -> readings.problem() == null).at()).isAfter(silent.at());
    }

    @Test
    void aWebPageInPlaceOfMetricsIsToldAtItsNodeAndNowhereElse() throws Exception {
        node("good", WARM);
        node("bad", exchange -> exchange.text(200, "text/html", "<html><title>Sign in</title></html>"));
        open();

        var bad = until("bad", readings -> readings.problem() != null);
        assertThat(Objects.requireNonNull(bad.problem()).kind()).isEqualTo(OperationProblemKind.GARBLED);
        assertThat(Objects.requireNonNull(bad.problem()).headline()).contains("web page");
        until("good", ExporterScraperTest::warm);
        assertThat(scraping.readings().get().problem()).isNull();
    }

    @Test
    void aLineThatNeverEndsCostsTheExporterItsReportAndNothingElse() throws Exception {
        node("n1", exchange -> exchange.text(200, "text/plain", "x".repeat(10 << 20)));
        node("n2", WARM);
        open();

        assertThat(until("n1", readings -> readings.problem() != null).devices()).isEmpty();
        until("n2", ExporterScraperTest::warm);
    }

    private Script dated(Instant at) {
        return exchange -> exchange.text(200, "text/plain; version=0.0.4",
                "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-1\",modelName=\"NVIDIA L40S\"} 41 %d\n"
                        .formatted(at.toEpochMilli()));
    }

    @Test
    void valuesThatAnExporterRepeatsAreAsOldAsItSaysAndItsClockIsNotFollowedIntoTheFuture() throws Exception {
        var past = clock.instant().minusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);
        var future = clock.instant().plusSeconds(86_400);
        node("past", dated(past));
        node("future", dated(future));
        open();

        var old = until("past", ExporterScraperTest::warm);
        assertThat(old.at()).isEqualTo(past);
        assertThat(old.freshnessAt(clock.instant())).isEqualTo(ReadingFreshness.STALE);
        var ahead = until("future", ExporterScraperTest::warm);
        assertThat(ahead.at()).isBefore(future);
        assertThat(Objects.requireNonNull(ahead.problem()).headline())
                .isEqualTo("The clock of exporter-future is ahead of the clock of this machine");
        assertThat(Objects.requireNonNull(ahead.problem()).detail())
                .endsWith("All samples are shown with the time of the scrape.");
    }

    @Test
    void whatCouldNotBeReadIsToldThoughTheClockIsAheadToo() throws Exception {
        var future = clock.instant().plusSeconds(86_400);
        node("both", exchange -> exchange.text(200, "text/plain; version=0.0.4", """
                DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-1",modelName="NVIDIA L40S"} 41 %1$d
                DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-1",modelName="NVIDIA L40S"} -7 %1$d
                """.formatted(future.toEpochMilli())));
        open();

        var problem = Objects.requireNonNull(until("both", ExporterScraperTest::warm).problem());
        assertThat(problem.headline()).isEqualTo("The clock of exporter-both is ahead of the clock of this machine");
        assertThat(problem.detail()).contains("The newest sample has the timestamp ")
                .endsWith(" Some metrics of the exporter could not be read: DCGM_FI_DEV_POWER_USAGE is -7.0");
    }

    @Test
    void aMissingPermissionIsToldOnceForAll() throws Exception {
        node("n1", WITHOUT_PERMISSION);
        node("n2", WITHOUT_PERMISSION);
        open();

        Seen.await(() -> scraping.readings().get().problem() != null);
        var problem = Objects.requireNonNull(scraping.readings().get().problem());
        assertThat(problem.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
        assertThat(problem.headline()).contains("pods/proxy");
    }

    @Test
    void aNodeWithoutAnExporterSaysSo() throws Exception {
        cluster.putNode("bare");
        open();

        var bare = until("bare", readings -> true);
        assertThat(bare.source()).isEmpty();
        assertThat(bare.missingReason()).isEqualTo(MetricReading.MissingValueReason.NO_EXPORTER);
    }

    @Test
    void aDeviceThatTwoExportersReportIsOneDevice() throws Exception {
        node("n1", WARM);
        cluster.putExporter("n1", "second");
        open();
        until("n1", readings -> readings.source().contains(",") && warm(readings));
        Seen.await(() -> reads("second") >= 2);

        assertThat(until("n1", ExporterScraperTest::warm).devices()).hasSize(1);
    }

    @Test
    void aDeviceOfWhichOneOfTwoExportersTellsNoUuidIsOneDevice() throws Exception {
        node("n1", exchange -> exchange.text(200, "text/plain; version=0.0.4", """
                DCGM_FI_DEV_GPU_TEMP{gpu="0",modelName="NVIDIA L40S"} 51
                DCGM_FI_DEV_GPU_TEMP{gpu="1",modelName="NVIDIA L40S"} 52
                """));
        cluster.putExporter("n1", "second");
        exporters.put("second", exchange -> exchange.text(200, "text/plain; version=0.0.4", """
                DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-0",modelName="NVIDIA L40S"} 51
                DCGM_FI_DEV_GPU_TEMP{gpu="1",UUID="GPU-1",modelName="NVIDIA L40S"} 52
                """));
        open();
        Seen.await(() -> reads("n1") >= 2 && reads("second") >= 2);

        assertThat(until("n1",
                readings -> readings.source().contains(",")
                        && readings.devices().stream().anyMatch(device -> device.uuid().equals("GPU-0")))
                .devices()).extracting(DeviceReadings::uuid).containsExactly("GPU-0", "GPU-1");
    }

    @Test
    void devicesThatOneExporterTellsByUuidAndAnotherByNumberAreNotCountedTwice() throws Exception {
        node("n1", exchange -> exchange.text(200, "text/plain; version=0.0.4", """
                DCGM_FI_DEV_GPU_TEMP{gpu="0",modelName="NVIDIA L40S"} 51
                DCGM_FI_DEV_GPU_TEMP{gpu="1",modelName="NVIDIA L40S"} 52
                """));
        cluster.putExporter("n1", "second");
        exporters.put("second", exchange -> exchange.text(200, "text/plain; version=0.0.4", """
                nvidia_smi_temperature_gpu{uuid="GPU-0"} 51
                nvidia_smi_temperature_gpu{uuid="GPU-1"} 52
                """));
        open();
        Seen.await(() -> reads("n1") >= 2 && reads("second") >= 2);

        assertThat(until("n1",
                readings -> readings.source().contains(",")
                        && readings.devices().stream().anyMatch(device -> device.uuid().equals("GPU-0")))
                .devices()).hasSize(2);
    }

    @Test
    void anExporterThatFailsSaysNothingBeforeItsNeighbourHasSpoken() throws Exception {
        var failed = new CountDownLatch(1);
        var told = new CountDownLatch(1);
        node("n1", exchange -> {
            told.await();
            WARM.answer(exchange);
        });
        cluster.putExporter("n1", "second");
        exporters.put("second", exchange -> exchange.json(503, "{\"kind\":\"Status\",\"message\":\"no endpoints\"}"));
        node("n2", exchange -> {
            failed.await();
            WARM.answer(exchange);
        });
        open(LONG);
        Seen.await(() -> reads("second") >= 2);
        failed.countDown();
        until("n2", ExporterScraperTest::warm);

        assertThat(Objects.requireNonNull(of("n1")).isResolved()).isFalse();
        told.countDown();
        assertThat(until("n1", ExporterScraperTest::warm).problem()).as("of the other one").isNotNull();
    }

    @Test
    void anExporterThatFallsSilentDoesNotMakeItsNeighboursReadingsOld() throws Exception {
        node("n1", WARM);
        cluster.putExporter("n1", "second");
        exporters.put("second", exchange -> {
            if (reads("second") > 1) {
                exchange.json(503, "{\"kind\":\"Status\",\"message\":\"no endpoints\"}");
            } else {
                WARM.answer(exchange);
            }
        });
        open();
        until("n1", readings -> readings.problem() != null && warm(readings));
        var silent = Objects.requireNonNull(of("n1"));

        var since = Objects.requireNonNull(silent.at()).plus(silent.interval().multipliedBy(3));
        assertThat(until("n1", readings -> readings.at() != null && readings.at().isAfter(since)).devices()).hasSize(1);
    }

    @Test
    void theDevicesOfAnExporterThatFallsSilentStayUnmeasuredWhereItsNeighbourReportsOthers() throws Exception {
        node("n1", WARM);
        cluster.putExporter("n1", "second");
        exporters.put("second", exchange -> {
            if (reads("second") > 1) {
                exchange.json(503, "{\"kind\":\"Status\",\"message\":\"no endpoints\"}");
            } else {
                exchange.text(200, "text/plain; version=0.0.4",
                        "DCGM_FI_DEV_GPU_TEMP{gpu=\"1\",UUID=\"GPU-2\",modelName=\"NVIDIA L40S\"} 50\n");
            }
        });
        open();
        until("n1", readings -> readings.devices().size() == 2);

        var part = until("n1", readings -> readings.problem() != null
                && readings.findDevice("GPU-2").filter(device -> device.values().isEmpty()).isPresent());
        assertThat(part.devices()).hasSize(2);
        assertThat(part.findDevice("GPU-1").orElseThrow().readingOf(DeviceMetric.TEMPERATURE))
                .isEqualTo(new MetricReading.MeasuredMetricReading(41));
    }

    @Test
    void itIsKnownWhetherDevicePluginsAloneAreAsked() throws Exception {
        cluster.putNode("plugin");
        cluster.putExporter("plugin", "plugin", "nvidia-gpu-device-plugin");
        node("both", WARM);
        cluster.putExporter("both", "second", "nvidia-gpu-device-plugin");
        open();

        assertThat(until("plugin", readings -> !readings.source().isEmpty()).pluginsOnly()).isTrue();
        assertThat(until("both", readings -> readings.source().contains(",")).pluginsOnly()).isFalse();
    }

    @Test
    void anExporterThatComesLaterIsFound() throws Exception {
        cluster.putNode("n1");
        open();
        until("n1", readings -> readings.source().isEmpty());
        cluster.putExporter("n1");

        until("n1", ExporterScraperTest::warm);
    }
}
