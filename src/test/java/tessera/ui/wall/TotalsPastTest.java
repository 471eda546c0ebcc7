package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.metrics.history.History;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;
import tessera.model.reading.Values;
import tessera.ui.wall.Totals.Quantity;
import tessera.ui.wall.TotalsPast.Origin;
import tessera.ui.wall.TotalsPast.Recorded;

import static org.assertj.core.api.Assertions.assertThat;

/** What a wall remembers of a fleet's numbers. */
class TotalsPastTest {

    private static final Map<String, Integer> WHOLE = Map.of("node", 0);
    private static final Map<String, Roster.Entry> WHOLE_NODE = Map.of("node", new Roster.Entry(1, 1, null));
    private static final Instant BEGIN = Instant.parse("2026-11-21T14:00:00Z");

    private static Totals allocated(double number) {
        return new Totals(number, 0.5, 1, 2, 3, 4, WHOLE);
    }

    private static void put(TotalsPast past, Quantity quantity, Series told, Origin origin) {
        past.backfill(new Recorded(Map.of(quantity, told), Collections.nCopies(told.size(), WHOLE), origin));
    }

    private static Readings measured(Instant at, double temperature) {
        var values = new Values.Draft().set(Metric.UTILISATION, 0.5).set(Metric.POWER, 300)
                .set(Metric.TEMPERATURE, temperature).done();
        var board = new DeviceReadings("GPU-0", 0, "H100", "", List.of(), values, List.of());
        return new Readings(at, Map.of("node", new NodeReadings("node", "exporter", at, Duration.ofSeconds(30), null,
                List.of(board))), null);
    }

    @Test
    void theLineEndsWithTheNewestNumberAndGapsStayGaps() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(10));
        past.record(BEGIN.plusSeconds(20), allocated(11));
        past.record(BEGIN.plusSeconds(80), allocated(12));

        var series = past.series(Quantity.ALLOCATED, BEGIN.plusSeconds(80));

        int last = series.size() - 1;
        assertThat(series.value(last)).isEqualTo(12);
        assertThat(series.value(last - 1)).isNaN();
        assertThat(series.value(last - 2)).isNaN();
        assertThat(series.value(last - 3)).isEqualTo(11);
        assertThat(series.value(last - 4)).isEqualTo(10);
        assertThat(series.value(last - 5)).isNaN();
        assertThat(series.time(last)).isEqualTo(BEGIN.plusSeconds(80));
    }

    @Test
    void afterAMonthTheLineIsAsLongAsAfterSixHours() {
        var past = new TotalsPast();
        for (var at = BEGIN; at.isBefore(BEGIN.plus(Duration.ofDays(30))); at = at.plusSeconds(60)) {
            past.record(at, allocated(1));
        }
        var series = past.series(Quantity.ALLOCATED, BEGIN.plus(Duration.ofDays(30)));

        assertThat(series.size()).isEqualTo((int) TotalsPast.SPAN.dividedBy(TotalsPast.STEP));
        assertThat(series.max()).isEqualTo(1);
    }

    @Test
    void whatWasBeforeALongSilenceIsForgotten() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(99));
        var later = BEGIN.plus(Duration.ofDays(2));
        past.record(later, allocated(5));

        assertThat(past.series(Quantity.ALLOCATED, later).max()).isEqualTo(5);
    }

    @Test
    void theFirstMinutesAreNotDrawnAsIfTheyWereHours() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(1));

        assertThat(past.span(BEGIN)).isEqualTo(Duration.ofMinutes(10));
        assertThat(past.span(BEGIN.plus(Duration.ofHours(1)))).isGreaterThan(Duration.ofMinutes(59));
        assertThat(past.span(BEGIN.plus(Duration.ofDays(1)))).isEqualTo(TotalsPast.SPAN);
    }

    @Test
    void whatWasRecordedBeforeTheWallWasStartedStandsBeforeWhatItRecords() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(10));
        past.record(BEGIN.plusSeconds(20), allocated(11));

        put(past, Quantity.ALLOCATED, new Series(BEGIN.minusSeconds(90), Duration.ofSeconds(30),
                new float[] {7, Float.NaN, 8, 99}), Origin.HISTORY);

        var series = past.series(Quantity.ALLOCATED, BEGIN.plusSeconds(20));
        int last = series.size() - 1;
        assertThat(series.value(last)).isEqualTo(11);
        assertThat(series.value(last - 1)).as("what the wall saw itself").isEqualTo(10);
        assertThat(series.value(last - 2)).isEqualTo(8);
        assertThat(series.value(last - 4)).isNaN();
        assertThat(series.value(last - 5)).isEqualTo(7);
        assertThat(past.began()).as("of what the wall saw itself").contains(BEGIN);
    }

    @Test
    void aWallThatIsStartedAgainShowsWhatTheHistoryOfItsClusterHas() {
        var history = new History();
        for (int slot = 0; slot < 20; slot++) {
            history.record(measured(BEGIN.minusSeconds(30L * (20 - slot)), 40 + slot));
        }
        var past = new TotalsPast();
        past.record(BEGIN, new Totals(10, 0.5, 1, 2, 3, 60, WHOLE));
        new Remembrance(() -> history, new PrometheusBackfill(Standing.Sought::new, ScrapedNodes::named, () -> {}))
                .remind(past,
                        new Roster(WHOLE_NODE), BEGIN);

        assertThat(past.span(BEGIN)).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
        assertThat(past.series(Quantity.HOTTEST, BEGIN).min()).isEqualTo(40);
        assertThat(past.series(Quantity.POWER, BEGIN).max()).isGreaterThan(3);
        assertThat(past.series(Quantity.ALLOCATED, BEGIN).min()).as("nobody knows").isEqualTo(10);
        assertThat(past.origins(Quantity.POWER)).containsExactly(Origin.HISTORY);
        assertThat(past.origins(Quantity.ALLOCATED)).isEmpty();
    }

    @Test
    void betweenTwoMomentsOfAPrometheusALineIsDrawnAndAfterTheLastToWhatTheWallSawFirstAndWhatIsBesideAGapStaysAsItIs() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(50));

        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(240), Duration.ofSeconds(60),
                new float[] {10, 40, Float.NaN, 8}), Origin.PROMETHEUS);

        var series = past.series(Quantity.USED, BEGIN);
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 12, last)).as("every 20 s").containsExactly(10, 20, 30,
                40, 40, 40, Float.NaN, Float.NaN, Float.NaN, 8, 5.5f, 3);
    }

    @Test
    void ofALineThatAPrometheusAndFilesFillBothAreNamedForAsLongAsItIsDrawn() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(50));
        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(120), Duration.ofSeconds(60),
                new float[] {1, 1}), Origin.HISTORY);
        assertThat(past.origins(Quantity.USED)).containsExactly(Origin.HISTORY);

        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(120), Duration.ofSeconds(60),
                new float[] {Float.NaN, 2}), Origin.PROMETHEUS);
        assertThat(past.origins(Quantity.USED)).containsExactly(Origin.PROMETHEUS, Origin.HISTORY);

        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(120), Duration.ofSeconds(60),
                new float[] {2, 2}), Origin.PROMETHEUS);
        assertThat(past.origins(Quantity.USED)).containsExactly(Origin.PROMETHEUS);

        past.record(BEGIN.plus(TotalsPast.SPAN), allocated(50));
        assertThat(past.origins(Quantity.USED)).as("all of it is older than what is drawn").isEmpty();
    }

    @Test
    void whatFilesOfThisMachineSayIsNotLaidOverWhatThePrometheusTold() {
        var past = new TotalsPast();
        past.record(BEGIN, allocated(50));
        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(120), Duration.ofSeconds(60),
                new float[] {2, Float.NaN}), Origin.PROMETHEUS);

        put(past, Quantity.USED, new Series(BEGIN.minusSeconds(120), Duration.ofSeconds(60),
                new float[] {7, 7}), Origin.HISTORY);

        var series = past.series(Quantity.USED, BEGIN);
        int last = series.size() - 1;
        assertThat(Arrays.copyOfRange(series.values(), last - 6, last)).containsExactly(2, 2, 2, 7, 7, 7);
        assertThat(past.origins(Quantity.USED)).containsExactly(Origin.PROMETHEUS, Origin.HISTORY);
    }

    @Test
    void whatWasToldOfThePresentStaysToldUntilTheWallSeesIt() {
        var past = new TotalsPast();
        past.record(BEGIN, new Totals(10, Double.NaN, 1, 2, 3, 4, WHOLE));
        put(past, Quantity.USED, new Series(BEGIN, Duration.ofSeconds(60), new float[] {2}), Origin.HISTORY);

        past.record(BEGIN.plusSeconds(5), new Totals(10, Double.NaN, 1, 2, 3, 4, WHOLE));
        assertThat(past.origins(Quantity.USED)).containsExactly(Origin.HISTORY);

        past.record(BEGIN.plusSeconds(10), allocated(10));
        assertThat(past.origins(Quantity.USED)).isEmpty();
        assertThat(past.series(Quantity.USED, BEGIN.plusSeconds(10)).max()).isEqualTo(0.5);
    }
}
