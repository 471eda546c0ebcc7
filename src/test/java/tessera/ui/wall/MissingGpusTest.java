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
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;
import tessera.ui.wall.FleetTotals.TotalQuantity;
import tessera.ui.wall.TotalsPast.PastOrigin;
import tessera.ui.wall.TotalsPast.RecordedPast;
import tessera.ui.wall.WallState.WallLine;

import static org.assertj.core.api.Assertions.assertThat;

/** When a wall's line is of fewer GPUs than there were, and whom it believes. */
class MissingGpusTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T14:00:00Z");

    /** @param missing of how many GPUs of the node it does not tell */
    private static void put(TotalsPast past, TotalQuantity quantity, StepSeries told, int missing, PastOrigin origin) {
        past.backfill(
                new RecordedPast(Map.of(quantity, told), Collections.nCopies(told.size(), Map.of("node", missing)),
                        origin));
    }

    private static KnownGpus roster(int gpus, @Nullable Instant since) {
        return new KnownGpus(Map.of("node", new KnownGpus.RosterNode(gpus, gpus, since)));
    }

    private static FleetReadings told(Instant at, int boards, Map<String, Integer> others) {
        var values = new MetricValues.ValuesDraft().set(Metric.UTILISATION, 0.5).set(Metric.POWER, 300).toValues();
        var nodes = new HashMap<>(others);
        nodes.put("node", boards);
        var read = new HashMap<String, NodeReadings>();
        nodes.forEach((name, count) -> read.put(name,
                new NodeReadings(name, "exporter", at, Duration.ofSeconds(30), null,
                        IntStream.range(0, count)
                                .mapToObj(board -> new DeviceReadings(name + board, board, "H100", "", List.of(),
                                        values, List.of()))
                                .toList())));
        return new FleetReadings(at, read, null);
    }

    /** Of ten minutes, in the second half of which another node with three GPUs told of them. */
    private static WallLine joinedBy(@Nullable Instant since) {
        var history = new DeviceHistory();
        for (int slot = 20; slot > 0; slot--) {
            history.record(told(BEGIN.minusSeconds(30L * slot), 1, slot > 10 ? Map.of() : Map.of("other", 3)));
        }
        return power(history, new KnownGpus(Map.of("node", new KnownGpus.RosterNode(1, 1, null), "other",
                new KnownGpus.RosterNode(3, 3, since))));
    }

    private static WallLine power(DeviceHistory history, KnownGpus roster) {
        var past = new TotalsPast();
        past.record(BEGIN, new FleetTotals(4, 0.5, 0, 0, 1200, 60, roster.missingByNode()));
        new TrendBackfill(() -> history,
                new PrometheusBackfill(PrometheusStatus.PrometheusSearching::new, ScrapedNodes::ofNames, () -> {}))
                .backfillGaps(past, roster,
                        BEGIN);
        return new WallLine(past.seriesOf(TotalQuantity.POWER, BEGIN), 0, 1, past.missingSeries(BEGIN));
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
        var history = new DeviceHistory();
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
        var history = new DeviceHistory();
        for (int slot = 20; slot > 0; slot--) {
            history.record(told(BEGIN.minusSeconds(30L * slot), slot > 12 || slot <= 6 ? 4 : 3, Map.of()));
        }

        var line = power(history, roster(4, null));

        int last = line.series().size() - 1;
        assertThat(line.isPartial(last - 25)).as("before").isFalse();
        assertThat(line.isPartial(last - 14)).as("meanwhile").isTrue();
        assertThat(line.isPartial(last - 5)).as("since then").isFalse();
    }

    private static FleetTotals missing(Map<String, Integer> missing) {
        return new FleetTotals(10, 0.5, 1, 2, 3, 4, missing);
    }

    @Test
    void aNodeThatNeverToldAnythingLeavesTheLineWholeWhenItGoes() {
        var past = new TotalsPast();
        past.record(BEGIN, missing(Map.of("node", 0, "dark", 8)));
        past.record(BEGIN.plusSeconds(20), missing(Map.of("node", 0)));

        assertThat(past.missingSeries(BEGIN.plusSeconds(20)).max()).isZero();
    }

    @Test
    void oneNodeAfterTheOtherFallingSilentIsMissingThroughout() {
        var past = new TotalsPast();
        past.record(BEGIN, missing(Map.of("one", 8, "other", 0)));
        past.record(BEGIN.plusSeconds(20), missing(Map.of("one", 0, "other", 8)));

        var missing = past.missingSeries(BEGIN.plusSeconds(20));
        assertThat(missing.valueAt(missing.size() - 1)).isEqualTo(8);
        assertThat(missing.valueAt(missing.size() - 2)).isEqualTo(8);
    }

    @Test
    void ofWhatTheWallSawItselfNobodyElseSaysHowManyTold() {
        var past = new TotalsPast();
        past.record(BEGIN, missing(Map.of("node", 0)));
        put(past, TotalQuantity.POWER,
                new StepSeries(BEGIN.minusSeconds(60), Duration.ofSeconds(60), new float[] {2, 2}), 6,
                PastOrigin.PROMETHEUS);

        var missing = past.missingSeries(BEGIN);
        assertThat(missing.valueAt(missing.size() - 1)).isZero();
        assertThat(missing.valueAt(missing.size() - 2)).isEqualTo(6);
    }

    @Test
    void whatTheWallSawOfFewGpusWhileItBeganGivesWayToALineFromWhatIsToldToWhatItSawOfAll() {
        var past = new TotalsPast();
        past.record(BEGIN, new FleetTotals(10, 0.5, 1, 2, 100, 60, Map.of("node", 7)));
        past.record(BEGIN.plusSeconds(20), new FleetTotals(10, 0.5, 1, 2, 160, 60, Map.of("node", 0)));
        put(past, TotalQuantity.POWER,
                new StepSeries(BEGIN.minusSeconds(80), Duration.ofSeconds(40), new float[] {220, 220}),
                0, PastOrigin.PROMETHEUS);

        var series = past.seriesOf(TotalQuantity.POWER, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 4, last + 1)).containsExactly(220, 220, 200, 180, 160);
        assertThat(past.seriesOf(TotalQuantity.ALLOCATED, BEGIN.plusSeconds(20)).valueAt(last - 1)).as("who holds what")
                .isEqualTo(10);
        assertThat(past.missingSeries(BEGIN.plusSeconds(20)).max()).isZero();
    }

    @Test
    void wherePartOfTheFleetFellSilentSinceTheLastMomentThatIsToldTheWallIsBelieved() {
        var past = new TotalsPast();
        past.record(BEGIN, new FleetTotals(10, 0.5, 1, 2, 100, 60, Map.of("node", 1)));
        past.record(BEGIN.plusSeconds(20), new FleetTotals(10, 0.5, 1, 2, 90, 60, Map.of("node", 1)));
        put(past, TotalQuantity.POWER, new StepSeries(BEGIN.minusSeconds(40), Duration.ofMinutes(2), new float[] {220}),
                0,
                PastOrigin.PROMETHEUS);

        var series = past.seriesOf(TotalQuantity.POWER, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 3, last + 1)).containsExactly(220, 220, 100, 90);
        assertThat(past.missingSeries(BEGIN.plusSeconds(20)).valueAt(last)).isEqualTo(1);
    }

    @Test
    void ofTwoAnswersThatOfMoreGpusStays() {
        var past = new TotalsPast();
        past.record(BEGIN, missing(Map.of("node", 0)));
        var before = BEGIN.minusSeconds(60);
        put(past, TotalQuantity.POWER, new StepSeries(before, Duration.ofSeconds(60), new float[] {2}), 6,
                PastOrigin.PROMETHEUS);
        put(past, TotalQuantity.POWER, new StepSeries(before, Duration.ofSeconds(60), new float[] {8}), 0,
                PastOrigin.PROMETHEUS);
        put(past, TotalQuantity.POWER, new StepSeries(before, Duration.ofSeconds(60), new float[] {3}), 5,
                PastOrigin.PROMETHEUS);

        var series = past.seriesOf(TotalQuantity.POWER, BEGIN);
        assertThat(series.valueAt(series.size() - 4)).isEqualTo(8);
        assertThat(past.missingSeries(BEGIN).max()).isZero();
    }
}
