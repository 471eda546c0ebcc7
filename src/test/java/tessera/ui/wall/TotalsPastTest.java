package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tessera.ui.wall.Totals.Quantity;

import static org.assertj.core.api.Assertions.assertThat;

/** What a wall remembers of a fleet's numbers. */
class TotalsPastTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T14:00:00Z");

    private static Totals allocated(double number) {
        return new Totals(number, 0.5, 1, 2, 3, 4);
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
}
