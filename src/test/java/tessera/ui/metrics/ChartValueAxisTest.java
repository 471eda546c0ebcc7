package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tessera.ui.metrics.ChartLinePainter.ChartLabelSpacer;

import static org.assertj.core.api.Assertions.assertThat;

/** Where things lie on an axis. */
class ChartValueAxisTest {

    private static final Instant TWO = Instant.parse("2026-11-21T14:00:00Z");

    @Test
    void linesAreAtRoundNumbers() {
        assertThat(ChartValueAxis.between(0, 100, 2).ticks()).containsExactly(0.0, 50.0, 100.0);
        assertThat(ChartValueAxis.between(0, 83.6, 2).ticks()).as("there is a line near the top").containsExactly(0.0,
                40.0, 80.0);
        assertThat(ChartValueAxis.around(30, 90, 4).ticks()).containsExactly(20.0, 40.0, 60.0, 80.0, 100.0);
    }

    @Test
    void whatLiesBeyondAnAxisIsDrawnAtItsEdge() {
        var scale = ChartValueAxis.between(0, 100, 2);

        assertThat(scale.share(140)).isOne();
        assertThat(scale.share(-3)).isZero();
        assertThat(scale.share(25)).isEqualTo(0.25);
    }

    @Test
    void timesAreRoundOnTheUsersClock() {
        var frame = ChartTimeFrame.endingAt(TWO, Duration.ofHours(3));

        assertThat(ChartValueAxis.roundTimes(frame, ZoneOffset.UTC, 6)).first()
                .isEqualTo(Instant.parse("2026-11-21T11:00:00Z"));
        assertThat(ChartValueAxis.roundTimes(frame, ZoneOffset.UTC, 6)).hasSize(7).last().isEqualTo(TWO);
        // Half an hour beside: round there is at half past here.
        assertThat(ChartValueAxis.roundTimes(frame, ZoneId.of("Asia/Kolkata"), 3)).containsExactly(
                Instant.parse("2026-11-21T11:30:00Z"), Instant.parse("2026-11-21T12:30:00Z"),
                Instant.parse("2026-11-21T13:30:00Z"));
    }

    @Test
    void aFrameIsZoomedToWhatWasMarkedInEitherDirection() {
        var frame = ChartTimeFrame.endingAt(TWO, Duration.ofHours(1));
        var half = new ChartTimeFrame(TWO.minus(Duration.ofMinutes(45)), TWO.minus(Duration.ofMinutes(15)));

        assertThat(frame.partBetween(0.25, 0.75)).isEqualTo(half);
        assertThat(frame.partBetween(0.75, 0.25)).isEqualTo(half);
        assertThat(frame.partBetween(0.5, 0.501).length()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void panningEndsWhereTheHistoryDoes() {
        var frame = ChartTimeFrame.endingAt(TWO, Duration.ofHours(1));
        var earliest = TWO.minus(Duration.ofHours(6));

        assertThat(frame.panned(-0.25).clampedTo(earliest, TWO))
                .isEqualTo(ChartTimeFrame.endingAt(TWO.minus(Duration.ofMinutes(15)), Duration.ofHours(1)));
        assertThat(frame.panned(0.25).clampedTo(earliest, TWO)).isEqualTo(frame);
        assertThat(frame.panned(-9).clampedTo(earliest, TWO))
                .isEqualTo(new ChartTimeFrame(earliest, earliest.plus(Duration.ofHours(1))));
        assertThat(ChartTimeFrame.endingAt(TWO, Duration.ofHours(9)).clampedTo(earliest, TWO))
                .isEqualTo(new ChartTimeFrame(earliest, TWO));
    }

    @Test
    void theMomentThatIsZoomedAtStaysWhereItIs() {
        var frame = ChartTimeFrame.endingAt(TWO, Duration.ofHours(1));

        for (double factor : new double[] {0.5, 0.8, 1.25, 4}) {
            var scaled = frame.scaled(0.25, factor);
            assertThat(scaled.momentAt(0.25)).isEqualTo(frame.momentAt(0.25));
            assertThat(scaled.length().toMillis()).isEqualTo(Math.round(factor * frame.length().toMillis()));
        }
        assertThat(frame.scaled(0.25, 0.001).length()).isEqualTo(Duration.ofMinutes(5));
        assertThat(ChartTimeFrame.endingAt(TWO, Duration.ofMinutes(3)).scaled(1, 0.5)).as("closer than that already")
                .isEqualTo(ChartTimeFrame.endingAt(TWO, Duration.ofMinutes(3)));
    }

    @Test
    void namesThatMeetMoveApartAroundTheirMiddle() {
        assertThat(ChartLabelSpacer.spread(new double[] {50, 50, 50}, 10, 0, 100)).containsExactly(40, 50, 60);
        assertThat(ChartLabelSpacer.spread(new double[] {2, 2, 90}, 10, 0, 100)).containsExactly(0, 10, 90);
        assertThat(ChartLabelSpacer.spread(new double[] {1, 2, 3}, 10, 0, 15)).isEmpty();
    }

    @Test
    void namesKeepTheirOrderAndTheirDistanceAndStayInside() {
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            var wanted = random.doubles(1 + random.nextInt(9), -20, 120).sorted().toArray();

            var placed = ChartLabelSpacer.spread(wanted, 10, 0, 100);

            assertThat(placed).hasSameSizeAs(wanted);
            assertThat(placed[0]).isNotNegative();
            assertThat(placed[placed.length - 1]).isLessThanOrEqualTo(100 + 1e-9);
            for (int i = 1; i < placed.length; i++) {
                assertThat(placed[i] - placed[i - 1]).isGreaterThanOrEqualTo(10 - 1e-9);
            }
        }
    }
}
