package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static tessera.metrics.history.Measured.NOON;
import static tessera.metrics.history.Measured.gpu;
import static tessera.metrics.history.Measured.instance;
import static tessera.metrics.history.Measured.key;
import static tessera.metrics.history.Measured.node;
import static tessera.metrics.history.Measured.numbers;
import static tessera.metrics.history.Measured.one;
import static tessera.metrics.history.Measured.readings;
import static tessera.metrics.history.Measured.showing;

class FleetDeviceMetricHistoryTest {

    private static final float GAP = Float.NaN;
    private static final DeviceSeriesKey ONE = key("node", "GPU-1");

    private final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();

    private List<Float> utilisation(Instant from, Instant to) {
        return numbers(history.series(ONE, DeviceMetric.UTILISATION, from, to));
    }

    @Test
    void aTimeWithoutReadingIsAGap() {
        history.record(one(NOON, 0.25));
        history.record(one(NOON.plusSeconds(61), 0.75));

        var series = history.series(ONE, DeviceMetric.UTILISATION, NOON.minusSeconds(1), NOON.plusSeconds(100));

        assertThat(series).isEqualTo(new FixedStepSeries(NOON.minusSeconds(30), Duration.ofSeconds(30),
                new float[] {GAP, 0.25f, GAP, 0.75f, GAP}));
    }

    @Test
    void ofTwoReadingsInOneSlotTheLaterCounts() {
        history.record(one(NOON, 0.25));
        history.record(one(NOON.plusSeconds(29), 0.5));

        assertThat(utilisation(NOON, NOON)).containsExactly(0.5f);
    }

    @Test
    void aNodeThatWasNotMeasuredAnewLeavesAGap() {
        var silent = one(NOON, 0.25).nodes();
        history.record(new FleetReadings(NOON, silent, null));
        history.record(new FleetReadings(NOON.plusSeconds(40), silent, null));

        assertThat(utilisation(NOON, NOON.plusSeconds(40))).containsExactly(0.25f, GAP);
        assertThat(numbers(history.fleetSeries(FleetMetric.UTILISATION, NOON, NOON.plusSeconds(40))))
                .containsExactly(0.25f, GAP);
    }

    @Test
    void aClockThatIsSetBackChangesNothingThatIsKnown() {
        history.record(one(NOON, 0.25));
        history.record(one(NOON.minusSeconds(60), 0.5));
        history.record(readings(NOON.plusSeconds(10),
                node("other", NOON.plusSeconds(3_600), gpu("GPU-2", showing(DeviceMetric.UTILISATION, 1)))));
        history.record(one(NOON.plusSeconds(30), 0.75));

        assertThat(utilisation(NOON.minusSeconds(60), NOON.plusSeconds(30))).containsExactly(GAP, GAP, 0.25f, 0.75f);
        assertThat(history.devices()).containsExactly(ONE);
    }

    @Test
    void nothingWasReadYet() {
        history.record(FleetReadings.emptyReadings());
        history.record(readings(NOON, new NodeReadings("node", "", null, Measured.INTERVAL, null, List.of())));

        assertThat(history.devices()).isEmpty();
        assertThat(history.series(ONE, DeviceMetric.POWER, NOON, NOON).isEmpty()).isTrue();
        assertThat(history.fleetSeries(FleetMetric.POWER, NOON, NOON).isEmpty()).isTrue();
    }

    @Test
    void itReachesBackSixHoursAndForgetsDevicesThatWereNotSeenSince() {
        history.record(one(NOON, 0.25));
        var end = NOON.plus(FleetDeviceMetricHistory.SPAN);
        history.record(readings(end.minusSeconds(30),
                node("other", end.minusSeconds(30), gpu("GPU-2", showing(DeviceMetric.UTILISATION, 1)))));
        assertThat(history.devices()).contains(ONE);
        assertThat(utilisation(NOON, NOON)).containsExactly(0.25f);

        history.record(readings(end, node("other", end, gpu("GPU-2", showing(DeviceMetric.UTILISATION, 1)))));

        assertThat(history.devices()).containsExactly(key("other", "GPU-2"));
        assertThat(utilisation(NOON, NOON)).containsExactly(GAP);
    }

    @Test
    void anyRangeCanBeAskedFor() {
        history.record(one(NOON, 0.25));

        assertThat(utilisation(Instant.MIN, NOON)).hasSize(720).endsWith(0.25f);
        assertThat(utilisation(Instant.MIN, Instant.MAX)).hasSize(720).containsOnly(GAP);
        assertThat(utilisation(NOON, NOON.minusSeconds(60))).isEmpty();
        assertThat(utilisation(Instant.MIN, Instant.MIN)).containsExactly(GAP);
    }

    @Test
    void instancesHaveUtilisationAndMemoryOfTheirOwnAndPowerIsOfTheBoardOnly() {
        var metricValues = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 300)
                .set(DeviceMetric.MEMORY_USED, 3e9).toValues();
        history.record(
                readings(NOON,
                        node("node", NOON,
                                gpu("GPU-1", metricValues, instance(1, showing(0.5, 1e9, 60, 300)),
                                        instance(2, showing(0.75, 2e9, 60, 300))),
                                gpu("GPU-2", showing(0.25, 5e9, 40, 100)))));

        assertThat(history.series(ONE.ofInstance(2), DeviceMetric.UTILISATION, NOON, NOON).last()).isEqualTo(0.75);
        assertThat(history.series(ONE.ofInstance(2), DeviceMetric.MEMORY_USED, NOON, NOON).last()).isCloseTo(2e9,
                withinPercentage(0.05));
        assertThat(history.series(ONE.ofInstance(2), DeviceMetric.POWER, NOON, NOON).isEmpty()).isTrue();
        assertThat(history.series(ONE, DeviceMetric.UTILISATION, NOON, NOON).isEmpty()).isTrue();
        assertThat(fleet(FleetMetric.POWER)).isEqualTo(400);
        assertThat(fleet(FleetMetric.POWER_BOARDS)).isEqualTo(2);
        assertThat(fleet(FleetMetric.UTILISATION)).isEqualTo(0.25);
        assertThat(fleet(FleetMetric.UTILISATION_GPUS)).isEqualTo(1);
        assertThat(fleet(FleetMetric.MEMORY_USED)).isCloseTo(8e9, within(1e3));
        assertThat(fleet(FleetMetric.MEMORY_GPUS)).isEqualTo(2);
    }

    private double fleet(FleetMetric measure) {
        return history.fleetSeries(measure, NOON, NOON).last();
    }

    @Test
    void aDeviceThatTwoExportersReportIsCountedOnce() {
        var twice = gpu("GPU-1", showing(0.5, 1e9, 60, 300));
        history.record(readings(NOON, node("node", NOON, twice, twice)));

        assertThat(fleet(FleetMetric.POWER)).isEqualTo(300);
        assertThat(fleet(FleetMetric.POWER_BOARDS)).isEqualTo(1);
    }

    @Test
    void nodesThatWereReadAMomentAgoCountForTheFleetAndSilentOnesDoNot() {
        var first = node("first", NOON, gpu("GPU-1", showing(DeviceMetric.POWER, 100)));
        history.record(readings(NOON, first));
        for (int seconds : new int[] {30, 90}) {
            var now = NOON.plusSeconds(seconds);
            history.record(readings(now, first, node("second", now, gpu("GPU-2", showing(DeviceMetric.POWER, 50)))));
        }

        assertThat(numbers(history.fleetSeries(FleetMetric.POWER, NOON, NOON.plusSeconds(90)))).containsExactly(100f,
                150f, GAP, 50f);
    }

    @Test
    void aDeviceWithoutUuidIsKnownByItsNumber() {
        var nameless = new DeviceReadings("", 3, "H100", "", List.of(), showing(DeviceMetric.POWER, 100), List.of());
        history.record(readings(NOON, node("node", NOON, nameless)));

        assertThat(history.series(key("node", "#3"), DeviceMetric.POWER, NOON, NOON).last()).isEqualTo(100);
    }

    @Test
    void everyMetricIsKeptOfWhatIsInFocusAndOnlyTheLastSixtyFourAre() {
        var at = NOON;
        history.record(clocked(at));
        history.focusOn(Set.of(ONE));
        at = at.plusSeconds(30);
        history.record(clocked(at));
        assertThat(numbers(history.series(ONE, DeviceMetric.SM_CLOCK, NOON, at))).containsExactly(GAP, 1980f);

        history.focusOn(others(0, 63));
        history.focusOn(Set.of(ONE));
        history.focusOn(others(63, 1));
        at = at.plusSeconds(30);
        history.record(clocked(at));
        assertThat(history.series(ONE, DeviceMetric.SM_CLOCK, at, at).last()).isEqualTo(1980);

        history.focusOn(others(64, 62));
        at = at.plusSeconds(30);
        history.record(clocked(at));
        assertThat(history.series(ONE, DeviceMetric.SM_CLOCK, at, at).last()).isEqualTo(1980);

        history.focusOn(others(126, 1));
        at = at.plusSeconds(30);
        history.record(clocked(at));
        assertThat(history.series(ONE, DeviceMetric.SM_CLOCK, NOON, at).isEmpty()).isTrue();
        assertThat(history.series(ONE, DeviceMetric.UTILISATION, NOON, at).values()).containsOnly(0.5f);
    }

    private static FleetReadings clocked(Instant at) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                .set(DeviceMetric.SM_CLOCK, 1980).toValues();
        return readings(at, node("node", at, gpu("GPU-1", values)));
    }

    private static Set<DeviceSeriesKey> others(int from, int count) {
        var keys = new HashSet<DeviceSeriesKey>();
        for (int i = from; i < from + count; i++) {
            keys.add(key("elsewhere", "GPU-" + i));
        }
        return keys;
    }

    @Test
    void aFleetThatIsTooLargeIsKeptInPartAndSaidToBe() {
        var small = new FleetDeviceMetricHistory(4);
        var first = node("node", NOON, gpu("GPU-1", showing(1, 2, 3, 4)));
        small.record(readings(NOON, first));
        assertThat(small.isComplete()).isTrue();

        small.record(readings(NOON, first, node("more", NOON, gpu("GPU-2", showing(1, 2, 3, 4)))));

        assertThat(small.isComplete()).isFalse();
        assertThat(small.series(key("node", "GPU-1"), DeviceMetric.POWER, NOON, NOON).last()).isEqualTo(4);
        assertThat(small.series(key("more", "GPU-2"), DeviceMetric.POWER, NOON, NOON).isEmpty()).isTrue();
        assertThat(small.fleetSeries(FleetMetric.POWER, NOON, NOON).last()).isEqualTo(8);
    }

    @Test
    void readersSeeWholeNumbersWhileOthersAreRecorded() throws Exception {
        var end = new AtomicBoolean();
        var reader = CompletableFuture.supplyAsync(() -> {
            int odd = 0;
            while (!end.get()) {
                var series = history.series(ONE, DeviceMetric.UTILISATION, NOON,
                        NOON.plus(FleetDeviceMetricHistory.SPAN).minusSeconds(30));
                for (int i = 0; i < series.size(); i++) {
                    odd += Float.isNaN(series.valueAt(i)) || series.valueAt(i) == i % 7 ? 0 : 1;
                }
            }
            return odd;
        });
        for (int i = 0; i < 720; i++) {
            history.record(one(NOON.plusSeconds(30L * i), i % 7));
        }
        end.set(true);

        assertThat(reader.get()).isZero();
        assertThat(utilisation(NOON, NOON.plus(FleetDeviceMetricHistory.SPAN).minusSeconds(30))).doesNotContain(GAP);
    }
}
