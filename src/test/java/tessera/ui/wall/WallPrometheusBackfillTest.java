package tessera.ui.wall;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.Seen;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.Asking;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;

import static org.assertj.core.api.Assertions.assertThat;

/** How a wall asks a Prometheus, over HTTP, for what it did not see itself. */
class WallPrometheusBackfillTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T14:05:00Z");
    private static final Set<String> NODES = Set.of("node");
    private static final QueryTimeRange SIX_HOURS = new QueryTimeRange(Instant.parse("2026-11-21T08:00:00Z"),
            Instant.parse("2026-11-21T14:00:00Z"), Duration.ofMinutes(10));

    private final AtomicInteger answers = new AtomicInteger();
    @SuppressWarnings("NullAway.Init")
    private Asking asking;

    @BeforeEach
    void begin() throws Exception {
        asking = new Asking(Asking.PATIENCE);
        remember();
    }

    private void remember() {
        // Ten minutes before the full ten minutes that were last.
        remembers(Instant.parse("2026-11-21T13:50:00Z"), 61);
    }

    private void remembers(Instant at, int temperature) {
        asking.gives("""
                {"resultType":"matrix","result":[{"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","Hostname":"node",
                 "UUID":"GPU-1","gpu":"1"},"values":[[%d,"%d"]]}]}""".formatted(at.getEpochSecond(), temperature));
    }

    @AfterEach
    void end() throws Exception {
        asking.close();
    }

    private WallPrometheusBackfill hours(PrometheusClient client) {
        return new WallPrometheusBackfill(() -> here(client), NodesByExporterTarget::ofNames, answers::incrementAndGet);
    }

    private static PrometheusDiscoveryStatus here(PrometheusClient client) {
        return new PrometheusDiscoveryStatus.PrometheusAvailable("Prometheus", "3.1.0", true, client);
    }

    private static void settled(WallPrometheusBackfill totalsBackfill) throws InterruptedException {
        Seen.await(() -> !totalsBackfill.isRequesting());
    }

    @Test
    void itIsAskedOnceForSixHours() throws Exception {
        try (var totalsBackfill = hours(asking.client)) {
            assertThat(totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN)).isEmpty();
            settled(totalsBackfill);
            int asked = asking.server.requests().size();

            var fixedStepSeries = totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN.plusSeconds(3600)).orElseThrow()
                    .hottest();

            assertThat(fixedStepSeries.startTime()).isEqualTo(Instant.parse("2026-11-21T08:00:00Z"));
            assertThat(fixedStepSeries.size()).isEqualTo(37);
            assertThat(fixedStepSeries.valueAt(35)).isEqualTo(61);
            assertThat(totalsBackfill.isRequesting()).isFalse();
            assertThat(asking.server.requests()).hasSize(asked);
            Seen.await(() -> answers.get() == 1);
        }
    }

    @Test
    void afterARefusalItIsAskedAgainAMinuteLater() throws Exception {
        asking.answers(503, "text/plain", "starting");
        try (var totalsBackfill = hours(asking.client)) {
            totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN);
            settled(totalsBackfill);
            assertThat(totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN.plusSeconds(59))).isEmpty();
            assertThat(totalsBackfill.isRequesting()).as("so soon").isFalse();

            remember();
            toldLater(totalsBackfill);
        }
    }

    private static void toldLater(WallPrometheusBackfill totalsBackfill) throws Exception {
        totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN.plus(Duration.ofMinutes(1)));
        settled(totalsBackfill);
        assertThat(totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN.plus(Duration.ofMinutes(1)))).isPresent();
    }

    @Test
    void afterADefectTheWallDoesNotWaitForItAndAsksAgainAMinuteLater() throws Exception {
        var log = Logger.getLogger(WallPrometheusBackfill.class.getName());
        var noted = new CopyOnWriteArrayList<String>();
        // What is expected here is not printed, so that a defect that is not is seen.
        log.setFilter(entry -> !noted.add(entry.getMessage()));
        // No request can be made with such a time to wait.
        try (var defect = new Asking(Duration.ofSeconds(-1));
                var totalsBackfill = new WallPrometheusBackfill(
                        () -> here(answers.get() == 0 ? defect.client : asking.client), NodesByExporterTarget::ofNames,
                        answers::incrementAndGet)) {
            totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN);
            settled(totalsBackfill);
            Seen.await(() -> answers.get() == 1);

            toldLater(totalsBackfill);
        } finally {
            log.setFilter(null);
        }
        assertThat(noted).containsExactly("backfill failed");
    }

    @Test
    void whatAMachineSleptThroughIsAskedForOnceItIsBack() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            begins(totalsHistory, trendBackfill, totalsBackfill);
            int asked = asking.server.requests().size();
            // Out of reach for five minutes, as of who holds what nothing is known then.
            totalsHistory.record(BEGIN.plusSeconds(40), new WallFleetTotals(Double.NaN, Double.NaN, Double.NaN,
                    Double.NaN, Double.NaN, Double.NaN, Map.of()));
            var back = BEGIN.plusSeconds(320);
            remembers(BEGIN.plusSeconds(120), 77);
            seen(totalsHistory, trendBackfill, back);
            settled(totalsBackfill);
            seen(totalsHistory, trendBackfill, back.plusSeconds(20));

            var hottest = totalsHistory.seriesOf(FleetTotalKind.HOTTEST, back.plusSeconds(20));
            int last = hottest.size() - 1;
            assertThat(hottest.valueAt(last - 1)).as("what the wall saw itself").isEqualTo(50);
            assertThat(hottest.valueAt(last - 11)).as("while it slept").isEqualTo(77);
            assertThat(totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, back.plusSeconds(20)).valueAt(last - 11))
                    .isNaN();
            assertThat(asking.server.exchanges().subList(asked, asking.server.exchanges().size())).isNotEmpty()
                    .allMatch(exchange -> new String(exchange.body, StandardCharsets.UTF_8)
                            .contains("start=" + BEGIN.getEpochSecond()));
            int again = asking.server.requests().size();
            seen(totalsHistory, trendBackfill, back.plusSeconds(40));
            assertThat(totalsBackfill.isRequesting()).as("another time").isFalse();
            assertThat(asking.server.requests()).hasSize(again);
        }
    }

    @Test
    void ofASilenceOfMoreThanAnHourItIsAskedInStepsOfTenMinutes() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            begins(totalsHistory, trendBackfill, totalsBackfill);
            int asked = asking.server.requests().size();

            seen(totalsHistory, trendBackfill, BEGIN.plus(Duration.ofMinutes(95)));
            settled(totalsBackfill);

            assertThat(asking.server.exchanges().subList(asked, asking.server.exchanges().size())).isNotEmpty()
                    .allSatisfy(exchange -> assertThat(new String(exchange.body, StandardCharsets.UTF_8)).contains(
                            "start=" + Instant.parse("2026-11-21T14:00:00Z").getEpochSecond(),
                            "end=" + Instant.parse("2026-11-21T15:40:00Z").getEpochSecond(), "step=600"));
        }
    }

    @Test
    void silencesThatKeepComingDoNotKeepAWallFromBeingTold() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            for (int minutes = 0; minutes < 40; minutes += 11) {
                seen(totalsHistory, trendBackfill, BEGIN.plus(Duration.ofMinutes(minutes)));
                settled(totalsBackfill);
            }
        }

        assertThat(totalsHistory.originsOf(FleetTotalKind.HOTTEST))
                .contains(FleetTotalsHistory.TotalsHistoryOrigin.PROMETHEUS);
    }

    /** The wall looks with so many GPUs telling on a node that is there for ever, until it was told what it asked for. */
    private static void looks(FleetTotalsHistory totalsHistory, WallTrendBackfill trendBackfill,
            WallPrometheusBackfill totalsBackfill, int telling, Instant at) throws Exception {
        var nodeGpuCounts = new KnownNodeGpuCounts(
                Map.of("node", new KnownNodeGpuCounts.MeasuredNodeGpuCount(telling, telling, null)));
        totalsHistory.record(at, new WallFleetTotals(10, 0.5, 1, 2, 300, 50, nodeGpuCounts.missingByNode()));
        trendBackfill.backfillGaps(totalsHistory, nodeGpuCounts, at);
        settled(totalsBackfill);
        trendBackfill.backfillGaps(totalsHistory, nodeGpuCounts, at);
    }

    @Test
    void aPrometheusThatRemembersFewerGpusThanAreMeasuredIsAskedAgainLessAndLessOftenForAnHour() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        var asked = new ArrayList<Long>();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            for (int seconds = 0; seconds <= 3 * 3600; seconds += 20) {
                int before = asking.server.requests().size();
                looks(totalsHistory, trendBackfill, totalsBackfill, 2, BEGIN.plusSeconds(seconds));
                if (asking.server.requests().size() > before) {
                    asked.add((long) seconds / 60);
                }
            }
        }

        assertThat(asked).as("minutes").containsExactly(0L, 1L, 3L, 7L, 15L, 31L);
    }

    @Test
    void onceAPrometheusFoundTheExportersThatItLackedTheLineIsWholeAndItIsNotAskedAnyMore() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            looks(totalsHistory, trendBackfill, totalsBackfill, 1, BEGIN);
            asking.gives("""
                    {"resultType":"matrix","result":[%s,%s]}""".formatted(temperature(1, 61), temperature(2, 83)));
            looks(totalsHistory, trendBackfill, totalsBackfill, 2, BEGIN.plusSeconds(40));
            assertThat(totalsHistory.seriesOf(FleetTotalKind.HOTTEST, BEGIN.plusSeconds(40)).max()).as("so soon")
                    .isEqualTo(61);

            looks(totalsHistory, trendBackfill, totalsBackfill, 2, BEGIN.plusSeconds(60));
            assertThat(totalsHistory.seriesOf(FleetTotalKind.HOTTEST, BEGIN.plusSeconds(60)).max()).isEqualTo(83);
            assertThat(totalsHistory.missingSeries(BEGIN.plusSeconds(60)).max()).isZero();

            int before = asking.server.requests().size();
            for (int seconds = 80; seconds < 600; seconds += 20) {
                looks(totalsHistory, trendBackfill, totalsBackfill, 2, BEGIN.plusSeconds(seconds));
            }
            assertThat(asking.server.requests().subList(before, asking.server.requests().size())).isEmpty();
        }
    }

    private static String temperature(int gpu, int value) {
        return """
                {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","Hostname":"node","UUID":"GPU-%d","gpu":"%d"},
                 "values":[[%d,"%d"]]}""".formatted(gpu, gpu, Instant.parse("2026-11-21T13:50:00Z").getEpochSecond(),
                value);
    }

    @Test
    void ofANodeThatCameAfterwardsNothingIsAskedAgain() throws Exception {
        var totalsHistory = new FleetTotalsHistory();
        try (var totalsBackfill = hours(asking.client)) {
            var trendBackfill = new WallTrendBackfill(FleetDeviceMetricHistory::new, totalsBackfill);
            begins(totalsHistory, trendBackfill, totalsBackfill);
            int before = asking.server.requests().size();
            var nodeGpuCounts = new KnownNodeGpuCounts(
                    Map.of("node", new KnownNodeGpuCounts.MeasuredNodeGpuCount(1, 1, null), "new",
                            new KnownNodeGpuCounts.MeasuredNodeGpuCount(8, 8, BEGIN.plusSeconds(60))));
            totalsHistory.record(BEGIN.plusSeconds(120),
                    new WallFleetTotals(10, 0.5, 1, 2, 300, 50, nodeGpuCounts.missingByNode()));
            trendBackfill.backfillGaps(totalsHistory, nodeGpuCounts, BEGIN.plusSeconds(120));

            assertThat(totalsBackfill.isRequesting()).isFalse();
            assertThat(asking.server.requests()).hasSize(before);
        }
    }

    /** The wall looks, is told of the six hours before, and looks again. */
    private static void begins(FleetTotalsHistory totalsHistory, WallTrendBackfill trendBackfill,
            WallPrometheusBackfill totalsBackfill) throws Exception {
        seen(totalsHistory, trendBackfill, BEGIN);
        settled(totalsBackfill);
        seen(totalsHistory, trendBackfill, BEGIN.plusSeconds(20));
    }

    private static void seen(FleetTotalsHistory totalsHistory, WallTrendBackfill trendBackfill, Instant at) {
        totalsHistory.record(at, new WallFleetTotals(10, 0.5, 1, 2, 300, 50, Map.of("node", 0)));
        trendBackfill.backfillGaps(totalsHistory,
                new KnownNodeGpuCounts(Map.of("node", new KnownNodeGpuCounts.MeasuredNodeGpuCount(1, 1, null))), at);
    }

    @Test
    void nobodyWaitsAnyMoreForWhatAClosedWallAsked() throws Exception {
        asking.server.script(Exchange::hang);
        var totalsBackfill = hours(asking.client);
        totalsBackfill.findPast(SIX_HOURS, NODES, BEGIN);
        Seen.await(() -> !asking.server.requests().isEmpty());
        assertThat(totalsBackfill.isRequesting()).isTrue();

        totalsBackfill.close();

        settled(totalsBackfill);
        assertThat(answers).as("of answers").hasValue(0);
    }
}
