package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
import tessera.ui.wall.WallPageState.WallTrendLineState;

import static org.assertj.core.api.Assertions.assertThat;

/** When a wall's line is of fewer GPUs than there were, and whom it believes. */
class UnmeasuredGpuCountHistoryTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T14:00:00Z");

    /** @param missing of how many GPUs of the node it does not tell */
    private static void put(FleetTotalsHistory totalsHistory, FleetTotalKind kind, FixedStepSeries fixedStepSeries,
            int missing, TotalsHistoryOrigin origin) {
        totalsHistory.backfill(new ImportedTotalsHistory(Map.of(kind, fixedStepSeries),
                Collections.nCopies(fixedStepSeries.size(), Map.of("node", missing)), origin));
    }

    private static KnownNodeGpuCounts roster(int gpus, @Nullable Instant since) {
        return new KnownNodeGpuCounts(Map.of("node", new KnownNodeGpuCounts.MeasuredNodeGpuCount(gpus, gpus, since)));
    }

    private static FleetReadings told(Instant at, int boards, Map<String, Integer> others) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                .set(DeviceMetric.POWER, 300).toValues();
        var nodes = new HashMap<>(others);
        nodes.put("node", boards);
        var read = new HashMap<String, NodeReadings>();
        nodes.forEach((name, count) -> read.put(name,
                new NodeReadings(name, "exporter", at, Duration.ofSeconds(30), null, IntStream.range(0, count).mapToObj(
                        board -> new DeviceReadings(name + board, board, "H100", "", List.of(), values, List.of()))
                        .toList())));
        return new FleetReadings(at, read, null);
    }

    /** Of ten minutes, in the second half of which another node with three GPUs told of them. */
    private static WallTrendLineState joinedBy(@Nullable Instant since) {
        var history = new FleetDeviceMetricHistory();
        for (int slot = 20; slot > 0; slot--) {
            history.record(told(BEGIN.minusSeconds(30L * slot), 1, slot > 10 ? Map.of() : Map.of("other", 3)));
        }
        return power(history,
                new KnownNodeGpuCounts(Map.of("node", new KnownNodeGpuCounts.MeasuredNodeGpuCount(1, 1, null), "other",
                        new KnownNodeGpuCounts.MeasuredNodeGpuCount(3, 3, since))));
    }

    private static WallTrendLineState power(FleetDeviceMetricHistory history, KnownNodeGpuCounts nodeGpuCounts) {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, new WallFleetTotals(4, 0.5, 0, 0, 1200, 60, nodeGpuCounts.missingByNode()));
        new WallTrendBackfill(() -> history, new WallPrometheusBackfill(
                PrometheusDiscoveryStatus.PrometheusSearching::new, NodesByExporterTarget::ofNames, () -> {}))
                .backfillGaps(totalsHistory, nodeGpuCounts, BEGIN);
        return new WallTrendLineState(totalsHistory.seriesOf(FleetTotalKind.POWER, BEGIN), 0, 1,
                totalsHistory.missingSeries(BEGIN));
    }

    @Test
    void whatIsRememberedWithoutANodeThatWasThereIsDashed() {
        var line = joinedBy(BEGIN.minus(Duration.ofDays(90)));

        int last = line.series().size() - 1;
        assertThat(line.series().valueAt(last - 20)).isEqualTo(300);
        assertThat(line.isPartial(last - 20)).as("one of four told").isTrue();
        assertThat(line.series().valueAt(last - 5)).isEqualTo(1200);
        assertThat(line.isPartial(last - 5)).as("all told").isFalse();
        assertThat(line.isPartial()).isTrue();
    }

    @Test
    void aNodeThatCameLaterIsNotMissingFromWhatWasBefore() {
        var line = joinedBy(BEGIN.minus(Duration.ofMinutes(5)));

        int last = line.series().size() - 1;
        assertThat(line.series().valueAt(last - 20)).isEqualTo(300);
        assertThat(line.series().valueAt(last - 5)).isEqualTo(1200);
        assertThat(IntStream.rangeClosed(0, last)).as("dashed").noneMatch(line::isPartial);
    }

    @Test
    void aGpuThatANodeToldOfLaterThanOfOthersCountsFromThen() {
        var history = new FleetDeviceMetricHistory();
        for (int slot = 20; slot > 0; slot--) {
            history.record(told(BEGIN.minusSeconds(30L * slot), slot > 10 ? 3 : 4, Map.of()));
        }

        var line = power(history, roster(4, null));

        int last = line.series().size() - 1;
        assertThat(line.series().valueAt(last - 20)).isEqualTo(900);
        assertThat(IntStream.rangeClosed(0, last)).as("dashed").noneMatch(line::isPartial);
    }

    @Test
    void aGpuThatFellSilentForAWhileIsMissingThen() {
        var history = new FleetDeviceMetricHistory();
        for (int slot = 20; slot > 0; slot--) {
            history.record(told(BEGIN.minusSeconds(30L * slot), slot > 12 || slot <= 6 ? 4 : 3, Map.of()));
        }

        var line = power(history, roster(4, null));

        int last = line.series().size() - 1;
        assertThat(line.isPartial(last - 25)).as("before").isFalse();
        assertThat(line.isPartial(last - 14)).as("meanwhile").isTrue();
        assertThat(line.isPartial(last - 5)).as("since then").isFalse();
    }

    private static WallFleetTotals missing(Map<String, Integer> missing) {
        return new WallFleetTotals(10, 0.5, 1, 2, 3, 4, missing);
    }

    @Test
    void aNodeThatNeverToldAnythingLeavesTheLineWholeWhenItGoes() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, missing(Map.of("node", 0, "dark", 8)));
        totalsHistory.record(BEGIN.plusSeconds(20), missing(Map.of("node", 0)));

        assertThat(totalsHistory.missingSeries(BEGIN.plusSeconds(20)).max()).isZero();
    }

    @Test
    void oneNodeAfterTheOtherFallingSilentIsMissingThroughout() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, missing(Map.of("one", 8, "other", 0)));
        totalsHistory.record(BEGIN.plusSeconds(20), missing(Map.of("one", 0, "other", 8)));

        var missing = totalsHistory.missingSeries(BEGIN.plusSeconds(20));
        assertThat(missing.valueAt(missing.size() - 1)).isEqualTo(8);
        assertThat(missing.valueAt(missing.size() - 2)).isEqualTo(8);
    }

    @Test
    void ofWhatTheWallSawItselfNobodyElseSaysHowManyTold() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, missing(Map.of("node", 0)));
        put(totalsHistory, FleetTotalKind.POWER,
                new FixedStepSeries(BEGIN.minusSeconds(60), Duration.ofSeconds(60), new float[] {2, 2}), 6,
                TotalsHistoryOrigin.PROMETHEUS);

        var missing = totalsHistory.missingSeries(BEGIN);
        assertThat(missing.valueAt(missing.size() - 1)).isZero();
        assertThat(missing.valueAt(missing.size() - 2)).isEqualTo(6);
    }

    @Test
    void whatTheWallSawOfFewGpusWhileItBeganGivesWayToALineFromWhatIsToldToWhatItSawOfAll() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, new WallFleetTotals(10, 0.5, 1, 2, 100, 60, Map.of("node", 7)));
        totalsHistory.record(BEGIN.plusSeconds(20), new WallFleetTotals(10, 0.5, 1, 2, 160, 60, Map.of("node", 0)));
        put(totalsHistory, FleetTotalKind.POWER,
                new FixedStepSeries(BEGIN.minusSeconds(80), Duration.ofSeconds(40), new float[] {220, 220}), 0,
                TotalsHistoryOrigin.PROMETHEUS);

        var series = totalsHistory.seriesOf(FleetTotalKind.POWER, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 4, last + 1)).containsExactly(220, 220, 200, 180, 160);
        assertThat(totalsHistory.seriesOf(FleetTotalKind.ALLOCATED, BEGIN.plusSeconds(20)).valueAt(last - 1))
                .as("who holds what").isEqualTo(10);
        assertThat(totalsHistory.missingSeries(BEGIN.plusSeconds(20)).max()).isZero();
    }

    @Test
    void wherePartOfTheFleetFellSilentSinceTheLastMomentThatIsToldTheWallIsBelieved() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, new WallFleetTotals(10, 0.5, 1, 2, 100, 60, Map.of("node", 1)));
        totalsHistory.record(BEGIN.plusSeconds(20), new WallFleetTotals(10, 0.5, 1, 2, 90, 60, Map.of("node", 1)));
        put(totalsHistory, FleetTotalKind.POWER,
                new FixedStepSeries(BEGIN.minusSeconds(40), Duration.ofMinutes(2), new float[] {220}), 0,
                TotalsHistoryOrigin.PROMETHEUS);

        var series = totalsHistory.seriesOf(FleetTotalKind.POWER, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 3, last + 1)).containsExactly(220, 220, 100, 90);
        assertThat(totalsHistory.missingSeries(BEGIN.plusSeconds(20)).valueAt(last)).isEqualTo(1);
    }

    @Test
    void ofTwoAnswersThatOfMoreGpusStays() {
        var totalsHistory = new FleetTotalsHistory();
        totalsHistory.record(BEGIN, missing(Map.of("node", 0)));
        var before = BEGIN.minusSeconds(60);
        put(totalsHistory, FleetTotalKind.POWER, new FixedStepSeries(before, Duration.ofSeconds(60), new float[] {2}),
                6, TotalsHistoryOrigin.PROMETHEUS);
        put(totalsHistory, FleetTotalKind.POWER, new FixedStepSeries(before, Duration.ofSeconds(60), new float[] {8}),
                0, TotalsHistoryOrigin.PROMETHEUS);
        put(totalsHistory, FleetTotalKind.POWER, new FixedStepSeries(before, Duration.ofSeconds(60), new float[] {3}),
                5, TotalsHistoryOrigin.PROMETHEUS);

        var series = totalsHistory.seriesOf(FleetTotalKind.POWER, BEGIN);
        assertThat(series.valueAt(series.size() - 4)).isEqualTo(8);
        assertThat(totalsHistory.missingSeries(BEGIN).max()).isZero();
    }
}
