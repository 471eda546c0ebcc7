package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster;
import tessera.demo.api.contract.MovableClock;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.select.SimulatedListObjectFilter;

import static org.assertj.core.api.Assertions.assertThat;

/** What the GPUs of the story do in a week, and what they never do. */
class SimulatedClusterTelemetryTest {

    /** A Monday. */
    private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
    private static final Duration BETWEEN = Duration.ofMinutes(37);
    private static final List<String> NODES = List.of("h100-01", "h100-03", "h100-04", "h100-06", "a100-01", "l40s-01",
            "t4-01", "mi300x-01");
    private static final List<Sample> WEEK = new ArrayList<>();
    private static @Nullable SimulatedCluster running;

    /** One device at one moment. */
    private record Sample(String node, Instant at, SimulatedDeviceSample reading) {

        boolean of(String pod) {
            return reading.holders().stream().anyMatch(holder -> holder.pod().startsWith(pod));
        }

        int hour() {
            return at.atOffset(ZoneOffset.UTC).getHour();
        }
    }

    private static SimulatedCluster cluster() {
        return Objects.requireNonNull(running);
    }

    @BeforeAll
    static void watchForAWeek() throws IOException {
        running = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false)
                .withClock(Clock.fixed(START, ZoneOffset.UTC)));
        var clock = new MovableClock(START);
        var signals = new SimulatedClusterTelemetry(cluster().storedObjects(), clock, 42);
        for (var at = START; at.isBefore(START.plus(Duration.ofDays(7))); at = at.plus(BETWEEN)) {
            clock.set(at);
            for (var node : NODES) {
                for (var reading : signals.samplesOf(node(node))) {
                    WEEK.add(new Sample(node, at, reading));
                }
            }
        }
    }

    @AfterAll
    static void end() {
        cluster().close();
    }

    private static ObjectNode node(String name) {
        return Objects.requireNonNull(
                cluster().storedObjects().find(cluster().storedObjects().catalog().get("nodes"), "", name));
    }

    private static double mean(List<Sample> samples, ToDoubleFunction<SimulatedDeviceSample> value) {
        assertThat(samples).isNotEmpty();
        return samples.stream().mapToDouble(sample -> value.applyAsDouble(sample.reading())).average().orElse(0);
    }

    private static List<Sample> of(String pod) {
        return WEEK.stream().filter(sample -> sample.of(pod)).toList();
    }

    @Test
    void nothingImpossibleIsEverShown() {
        assertThat(WEEK).hasSizeGreaterThan(15_000).allSatisfy(sample -> {
            var reading = sample.reading();
            var model = reading.unit().physicalGpu().model();
            assertThat(reading.engine()).isBetween(0.0, 1.0);
            assertThat(reading.tensor()).isBetween(0.0, reading.engine());
            assertThat(reading.dram()).isBetween(0.0, 1.0);
            assertThat(reading.memory().used()).isNotNegative();
            assertThat(reading.memory().free()).isNotNegative();
            assertThat(reading.memory().used() + reading.memory().free() + reading.memory().reserved())
                    .isEqualTo(reading.unit().memoryMib());
            assertThat(reading.condition().power()).isBetween(0.9 * model.idle(), model.limit());
            assertThat(reading.condition().temperature()).isBetween(20, 93);
            assertThat(reading.condition().clock()).isBetween(model.idleClock() - 15, model.clock());
        });
    }

    @Test
    void energyIsWhatThePowerAddsUpTo() {
        var last = new HashMap<String, Sample>();
        for (var sample : WEEK) {
            var physicalGpu = sample.reading().unit().physicalGpu();
            var before = last.put(physicalGpu.uuid() + "/" + sample.reading().unit().uuid(), sample);
            if (before != null) {
                double joules = (sample.reading().condition().energy() - before.reading().condition().energy())
                        / 1000.0;
                assertThat(joules / BETWEEN.toSeconds()).isBetween(0.9 * physicalGpu.model().idle(),
                        physicalGpu.model().limit());
                assertThat(sample.reading().condition().linkBytes())
                        .isGreaterThanOrEqualTo(before.reading().condition().linkBytes());
            }
        }
    }

    @Test
    void trainingIsBusyAndWarmButPausesAtTimes() {
        var training = of("llm-pretrain-1-master-0");

        assertThat(mean(training, SimulatedDeviceSample::engine)).isBetween(0.8, 0.97);
        assertThat(training).anyMatch(sample -> sample.reading().engine() < 0.2);
        assertThat(mean(training, reading -> reading.condition().power())).isBetween(450.0, 690.0);
        assertThat(mean(training, reading -> reading.condition().temperature())).isBetween(50.0, 80.0);
    }

    @Test
    void servingFollowsThePeopleButKeepsTheMemoryItTookAtItsStart() {
        var serving = of("llm-serve-").stream().filter(sample -> sample.node().equals("h100-04")).toList();
        var night = serving.stream().filter(sample -> sample.hour() < 4).toList();
        var noon = serving.stream().filter(sample -> sample.hour() >= 12 && sample.hour() < 16).toList();

        assertThat(mean(noon, SimulatedDeviceSample::engine))
                .isGreaterThan(3 * mean(night, SimulatedDeviceSample::engine));
        assertThat(serving).allSatisfy(sample -> assertThat(sample.reading().memory().used()
                / (double) (sample.reading().memory().used() + sample.reading().memory().free()))
                .isBetween(0.92, 0.96));
    }

    @Test
    void whoHoardsDoesNothingAndANotebookDoesSomethingNowAndThen() {
        assertThat(of("jupyter-ana-0")).allSatisfy(sample -> {
            assertThat(sample.reading().engine()).isZero();
            assertThat(sample.reading().memory().used()).isPositive();
        });
        assertThat(mean(of("jupyter-tim-0"), SimulatedDeviceSample::engine)).isBetween(0.01, 0.3);
        assertThat(of("jupyter-tim-0")).anyMatch(sample -> sample.reading().engine() > 0.4);
    }

    @Test
    void whereCoolingIsWeakTheClockIsHeldBack() {
        var hot = WEEK.stream().filter(sample -> sample.node().equals("h100-03") && sample.reading().engine() > 0.9)
                .toList();

        assertThat(mean(hot, reading -> reading.condition().temperature())).isBetween(88.0, 93.0);
        assertThat(hot).filteredOn(sample -> sample.reading().condition().temperature() >= 88).isNotEmpty()
                .allSatisfy(sample -> {
                    assertThat(sample.reading().condition().reasons() & 0x20).isNotZero();
                    assertThat(sample.reading().condition().clock()).isLessThan(1500);
                });
    }

    @Test
    void aSampleIsTakenEveryThirtySeconds() {
        var clock = new MovableClock(START.plusSeconds(3600));
        var signals = new SimulatedClusterTelemetry(cluster().storedObjects(), clock, 42);
        var first = signals.samplesOf(node("h100-01"));

        clock.set(START.plusSeconds(3629));
        assertThat(signals.samplesOf(node("h100-01"))).isEqualTo(first);
        clock.set(START.plusSeconds(3630));
        assertThat(signals.samplesOf(node("h100-01"))).isNotEqualTo(first);
    }

    @Test
    void howOftenSomebodyLooksDoesNotChangeWhatIsSeen() {
        var clock = new MovableClock(START);
        var rarely = new SimulatedClusterTelemetry(cluster().storedObjects(), clock, 42);
        var often = new SimulatedClusterTelemetry(cluster().storedObjects(), clock, 42);
        for (int second = 0; second <= 1800; second += 30) {
            clock.set(START.plusSeconds(second));
            often.samplesOf(node("h100-02"));
        }
        assertThat(rarely.samplesOf(node("h100-02"))).isEqualTo(often.samplesOf(node("h100-02")));
    }

    /** By pod, the device it has. */
    private static Map<String, String> devices(List<SimulatedDeviceSample> readings) {
        var devices = new HashMap<String, String>();
        readings.forEach(
                reading -> reading.holders().forEach(holder -> devices.put(holder.pod(), reading.unit().uuid())));
        return devices;
    }

    @Test
    void aPodKeepsItsGpuWhenAnotherOneEnds() throws SimulatedApiException {
        var clock = new MovableClock(START);
        var signals = new SimulatedClusterTelemetry(cluster().storedObjects(), clock, 42);
        var before = devices(signals.samplesOf(node("h100-05")));
        var pods = cluster().storedObjects().catalog().get("pods");
        var first = cluster().storedObjects().list(pods, SimulatedListObjectFilter.ofNamespace("serving")).stream()
                .map(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")).filter(before::containsKey)
                .findFirst().orElseThrow();
        cluster().storedObjects().delete(SimulatedObjectWriteTarget.of(pods, "serving", first),
                SimulatedDeleteOptions.withGracePeriod(0));

        clock.set(START.plusSeconds(30));
        var after = devices(signals.samplesOf(node("h100-05")));
        assertThat(before).hasSize(6);
        before.remove(first);
        assertThat(after).containsAllEntriesOf(before).doesNotContainKey(first);
    }
}
