package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static tessera.metrics.history.Measured.NOON;

class FixedStepSeriesTest {

    private static final float GAP = Float.NaN;

    private static FixedStepSeries series(float... values) {
        return new FixedStepSeries(NOON, Duration.ofSeconds(30), values);
    }

    @Test
    void gapsCountForNothing() {
        var series = series(GAP, 4, GAP, 1, 7, GAP);

        assertThat(series.min()).isEqualTo(1);
        assertThat(series.max()).isEqualTo(7);
        assertThat(series.last()).isEqualTo(7);
        assertThat(series.mean()).isEqualTo(4);
        assertThat(series.isEmpty()).isFalse();
        assertThat(series.timeAt(2)).isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void nothingButGapsHasNoNumbers() {
        for (var series : new FixedStepSeries[] {series(), series(GAP, GAP)}) {
            assertThat(series.isEmpty()).isTrue();
            assertThat(new double[] {series.min(), series.max(), series.last(), series.mean()})
                    .containsOnly(Double.NaN);
        }
    }

    @Test
    void nobodyCanChangeIt() {
        var given = new float[] {1, 2};
        var series = series(given);
        given[0] = 9;
        series.values()[1] = 9;

        assertThat(series).isEqualTo(series(1, 2)).hasSameHashCodeAs(series(1, 2)).isNotEqualTo(series(1, 3));
    }

    @Test
    void aPeakStaysInFewerPoints() {
        var coarser = series(1, 1, 1, 9, 1, 1, GAP, GAP, GAP, GAP, 3, 2).downsample(6);

        assertThat(coarser).isEqualTo(new FixedStepSeries(NOON, Duration.ofMinutes(1), new float[] {1, 9, 1, 1, 3, 2}));
    }

    @Test
    void aPartBeginsAndEndsWithAStep() {
        var series = series(1, 2, GAP, 4, 5);

        assertThat(series.sliceBetween(NOON.plusSeconds(20), NOON.plusSeconds(100)))
                .isEqualTo(new FixedStepSeries(NOON.plusSeconds(30), Duration.ofSeconds(30), new float[] {2, GAP, 4}));
        assertThat(series.sliceBetween(NOON.minusSeconds(100), NOON.plusSeconds(1_000))).isEqualTo(series);
        assertThat(series.sliceBetween(NOON.plusSeconds(1_000), NOON.plusSeconds(2_000)).size()).isZero();
        assertThat(series.sliceBetween(NOON.minusSeconds(2_000), NOON.minusSeconds(1_000)).size()).isZero();
    }

    @Test
    void aLongGapStaysAGapInFewerPoints() {
        var coarser = series(1, 2, 3, 4, GAP, GAP, GAP, GAP, 8, 7, 6, 5).downsample(6);

        assertThat(coarser)
                .isEqualTo(new FixedStepSeries(NOON, Duration.ofMinutes(1), new float[] {1, 4, GAP, GAP, 8, 5}));
    }

    @Test
    void whatIsShortEnoughStaysAsItIs() {
        var series = series(1, GAP, 3);

        assertThat(series.downsample(3)).isSameAs(series);
        assertThatIllegalArgumentException().isThrownBy(() -> series.downsample(1));
    }

    @Test
    void fewerPointsNeverLoseAnExtremeNorInventANumber() {
        var random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            var values = new float[random.nextInt(200)];
            var known = new ArrayList<Float>();
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(3) == 0 ? GAP : random.nextInt(50);
                known.add(values[i]);
            }
            var series = series(values);
            int maximum = 2 + random.nextInt(60);
            var coarser = series.downsample(maximum);

            assertThat(coarser.size()).isLessThanOrEqualTo(Math.max(maximum, 2));
            assertThat(coarser.min()).isEqualTo(Double.valueOf(series.min()));
            assertThat(coarser.max()).isEqualTo(Double.valueOf(series.max()));
            assertThat(known).containsAll(Measured.numbers(coarser).stream().filter(value -> !value.isNaN()).toList());
            assertThat(end(coarser)).isAfterOrEqualTo(end(series));
        }
    }

    private static Instant end(FixedStepSeries series) {
        return series.timeAt(series.size());
    }
}
