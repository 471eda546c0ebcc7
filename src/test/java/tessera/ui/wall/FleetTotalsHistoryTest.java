package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.wall.FleetTotalsHistory.ImportedTotalsHistory;
import tessera.ui.wall.FleetTotalsHistory.TotalsHistoryOrigin;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;

import static org.assertj.core.api.Assertions.assertThat;

/** What a wall remembers of a fleet's numbers. */
class FleetTotalsHistoryTest {

    private static final Map<String, Integer> WHOLE = Map.of("node", 0);
    private static final Map<String, KnownNodeGpuCounts.MeasuredNodeGpuCount> WHOLE_NODE = Map.of("node",
            new KnownNodeGpuCounts.MeasuredNodeGpuCount(1, 1, null));
    private static final Instant BEGIN = Instant.parse("2026-11-21T14:00:00Z");

    private static WallFleetTotals allocated(double number) {
        return new WallFleetTotals(number, 0.5, 1, 2, 3, 4, WHOLE);
    }

    private static void put(FleetTotalsHistory totalsHistory, FleetTotalKind kind, FixedStepSeries fixedStepSeries,
            TotalsHistoryOrigin origin) {
        totalsHistory.backfill(new ImportedTotalsHistory(Map.of(kind, fixedStepSeries),
                Collections.nCopies(fixedStepSeries.size(), WHOLE), origin));
    }

    private static FleetReadings measured(Instant at, double temperature) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                .set(DeviceMetric.POWER, 300).set(DeviceMetric.TEMPERATURE, temperature).toValues();
        var deviceReadings = new DeviceReadings("GPU-0", 0, "H100", "", List.of(), values, List.of());
        return new FleetReadings(at, Map.of("node",
                new NodeReadings("node", "exporter", at, Duration.ofSeconds(30), null, List.of(deviceReadings))), null);
    }

    @Test
    void theLineEndsWithTheNewestNumberAndGapsStayGaps() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(10));
        totalsHistory.record(BEGIN.plusSeconds(20), allocated(11));
        totalsHistory.record(BEGIN.plusSeconds(80), allocated(12));

        var series = totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, BEGIN.plusSeconds(80));

        int last = series.size() - 1;
        assertThat(series.valueAt(last)).isEqualTo(12);
        assertThat(series.valueAt(last - 1)).isNaN();
        assertThat(series.valueAt(last - 2)).isNaN();
        assertThat(series.valueAt(last - 3)).isEqualTo(11);
        assertThat(series.valueAt(last - 4)).isEqualTo(10);
        assertThat(series.valueAt(last - 5)).isNaN();
        assertThat(series.timeAt(last)).isEqualTo(BEGIN.plusSeconds(80));
    }

    @Test
    void afterAMonthTheLineIsAsLongAsAfterSixHours() {
        var totalsHistory = new FleetTotalsHistory();
        for (var at = BEGIN; at.isBefore(BEGIN.plus(Duration.ofDays(30))); at = at.plusSeconds(60)) {
            totalsHistory.record(at, allocated(1));
        }
        var series = totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, BEGIN.plus(Duration.ofDays(30)));

        assertThat(series.size()).isEqualTo((int) FleetTotalsHistory.SPAN.dividedBy(FleetTotalsHistory.STEP));
        assertThat(series.max()).isEqualTo(1);
    }

    @Test
    void whatWasBeforeALongSilenceIsForgotten() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(99));
        var later = BEGIN.plus(Duration.ofDays(2));
        totalsHistory.record(later, allocated(5));

        assertThat(totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, later).max()).isEqualTo(5);
    }

    @Test
    void theFirstMinutesAreNotDrawnAsIfTheyWereHours() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(1));

        assertThat(totalsHistory.historySpan(BEGIN)).isEqualTo(Duration.ofMinutes(10));
        assertThat(totalsHistory.historySpan(BEGIN.plus(Duration.ofHours(1)))).isGreaterThan(Duration.ofMinutes(59));
        assertThat(totalsHistory.historySpan(BEGIN.plus(Duration.ofDays(1)))).isEqualTo(FleetTotalsHistory.SPAN);
    }

    @Test
    void whatWasRecordedBeforeTheWallWasStartedStandsBeforeWhatItRecords() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(10));
        totalsHistory.record(BEGIN.plusSeconds(20), allocated(11));

        put(totalsHistory, FleetTotalKind.ALLOCATED,
                new FixedStepSeries(BEGIN.minusSeconds(90), Duration.ofSeconds(30), new float[] {7, Float.NaN, 8, 99}),
                TotalsHistoryOrigin.HISTORY);

        var series = totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(series.valueAt(last)).isEqualTo(11);
        assertThat(series.valueAt(last - 1)).as("what the wall saw itself").isEqualTo(10);
        assertThat(series.valueAt(last - 2)).isEqualTo(8);
        assertThat(series.valueAt(last - 4)).isNaN();
        assertThat(series.valueAt(last - 5)).isEqualTo(7);
        assertThat(totalsHistory.recordedSince()).as("of what the wall saw itself").contains(BEGIN);
    }

    @Test
    void aWallThatIsStartedAgainShowsWhatTheHistoryOfItsClusterHas() {
        var history = new FleetDeviceMetricHistory();
        for (int slot = 0; slot < 20; slot++) {
            history.record(measured(BEGIN.minusSeconds(30L * (20 - slot)), 40 + slot));
        }
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, new WallFleetTotals(10, 0.5, 1, 2, 3, 60, WHOLE));
        new WallTrendBackfill(() -> history,
                new WallPrometheusBackfill(PrometheusDiscoveryStatus.PrometheusSearching::new,
                        NodesByExporterTarget::ofNames, () -> {}))
                .backfillGaps(totalsHistory, new KnownNodeGpuCounts(WHOLE_NODE), BEGIN);

        assertThat(totalsHistory.historySpan(BEGIN)).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
        assertThat(totalsHistory.seriesOf(FleetTotalKind.HOTTEST, BEGIN).min()).isEqualTo(40);
        assertThat(totalsHistory.seriesOf(FleetTotalKind.POWER, BEGIN).max()).isGreaterThan(3);
        assertThat(totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, BEGIN).min()).as("nobody knows").isEqualTo(10);
        assertThat(totalsHistory.originsOf(FleetTotalKind.POWER)).containsExactly(TotalsHistoryOrigin.HISTORY);
        assertThat(totalsHistory.originsOf(FleetTotalKind.ALLOCATED)).isEmpty();
    }

    @Test
    void betweenTwoMomentsOfAPrometheusALineIsDrawnAndAfterTheLastToWhatTheWallSawFirstAndWhatIsBesideAGapStaysAsItIs() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(50));

        put(totalsHistory, FleetTotalKind.USED, new FixedStepSeries(BEGIN.minusSeconds(240), Duration.ofSeconds(60),
                new float[] {10, 40, Float.NaN, 8}), TotalsHistoryOrigin.PROMETHEUS);

        var series = totalsHistory.seriesOf(FleetTotalKind.USED, BEGIN);
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 12, last)).as("every 20 s").containsExactly(10, 20, 30,
                40, 40, 40, Float.NaN, Float.NaN, Float.NaN, 8, 5.5f, 3);
    }

    @Test
    void ofALineThatAPrometheusAndFilesFillBothAreNamedForAsLongAsItIsDrawn() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(50));
        put(totalsHistory, FleetTotalKind.USED,
                new FixedStepSeries(BEGIN.minusSeconds(120), Duration.ofSeconds(60), new float[] {1, 1}),
                TotalsHistoryOrigin.HISTORY);
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).containsExactly(TotalsHistoryOrigin.HISTORY);

        put(totalsHistory, FleetTotalKind.USED,
                new FixedStepSeries(BEGIN.minusSeconds(120), Duration.ofSeconds(60), new float[] {Float.NaN, 2}),
                TotalsHistoryOrigin.PROMETHEUS);
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).containsExactly(TotalsHistoryOrigin.PROMETHEUS,
                TotalsHistoryOrigin.HISTORY);

        put(totalsHistory, FleetTotalKind.USED,
                new FixedStepSeries(BEGIN.minusSeconds(120), Duration.ofSeconds(60), new float[] {2, 2}),
                TotalsHistoryOrigin.PROMETHEUS);
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).containsExactly(TotalsHistoryOrigin.PROMETHEUS);

        totalsHistory.record(BEGIN.plus(FleetTotalsHistory.SPAN), allocated(50));
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).as("all of it is older than what is drawn").isEmpty();
    }

    @Test
    void whatFilesOfThisMachineSayIsNotLaidOverWhatThePrometheusTold() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, allocated(50));
        put(totalsHistory, FleetTotalKind.USED,
                new FixedStepSeries(BEGIN.minusSeconds(120), Duration.ofSeconds(60), new float[] {2, Float.NaN}),
                TotalsHistoryOrigin.PROMETHEUS);

        put(totalsHistory, FleetTotalKind.USED,
                new FixedStepSeries(BEGIN.minusSeconds(120), Duration.ofSeconds(60), new float[] {7, 7}),
                TotalsHistoryOrigin.HISTORY);

        var series = totalsHistory.seriesOf(FleetTotalKind.USED, BEGIN);
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 6, last)).containsExactly(2, 2, 2, 7, 7, 7);
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).containsExactly(TotalsHistoryOrigin.PROMETHEUS,
                TotalsHistoryOrigin.HISTORY);
    }

    @Test
    void whatWasToldOfThePresentStaysToldUntilTheWallSeesIt() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, new WallFleetTotals(10, Double.NaN, 1, 2, 3, 4, WHOLE));
        put(totalsHistory, FleetTotalKind.USED, new FixedStepSeries(BEGIN, Duration.ofSeconds(60), new float[] {2}),
                TotalsHistoryOrigin.HISTORY);

        totalsHistory.record(BEGIN.plusSeconds(5), new WallFleetTotals(10, Double.NaN, 1, 2, 3, 4, WHOLE));
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).containsExactly(TotalsHistoryOrigin.HISTORY);

        totalsHistory.record(BEGIN.plusSeconds(10), allocated(10));
        assertThat(totalsHistory.originsOf(FleetTotalKind.USED)).isEmpty();
        assertThat(totalsHistory.seriesOf(FleetTotalKind.USED, BEGIN.plusSeconds(10)).max()).isEqualTo(0.5);
    }
}
