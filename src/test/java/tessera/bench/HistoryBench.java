package tessera.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.MetricHistoryDiskStore;
import tessera.metrics.history.MetricHistoryStorageSettings;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static org.assertj.core.api.Assertions.assertThat;

/** What six hours of 8,000 GPUs cost: memory, recording, reading, storing. */
@Tag("bench")
class HistoryBench {

    private final BenchReport report = new BenchReport("history.md");
    private static final int NODES = 1_000;
    private static final int GPUS = 8;
    private static final int SLOTS = 720;
    private static final int SERIES = 64;
    private static final int READS = 201;
    private static final Duration STEP = Duration.ofSeconds(30);
    private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");
    private static final Instant END = BEGIN.plus(STEP.multipliedBy(SLOTS - 1));

    @TempDir
    private Path directory;
    private final List<Problem> told = new ArrayList<>();
    private final List<DeviceMetricValues> values = new ArrayList<>();
    private final List<DeviceSeriesKey> devices = new ArrayList<>();

    private FleetReadings round(Instant at, int number) {
        var nodes = HashMap.<String, NodeReadings>newHashMap(NODES);
        for (int node = 0; node < NODES; node++) {
            var some = new ArrayList<DeviceReadings>(GPUS);
            for (int gpu = 0; gpu < GPUS; gpu++) {
                int position = node * GPUS + gpu;
                some.add(new DeviceReadings(devices.get(position).device(), gpu, "H100", "", List.of(),
                        values.get((position + number) % values.size()), List.of()));
            }
            var name = devices.get(node * GPUS).node();
            nodes.put(name, new NodeReadings(name, "gpu-operator/exporter", at, STEP, null, some));
        }
        return new FleetReadings(at, nodes, null);
    }

    private void prepare() {
        var random = new Random(1);
        for (int i = 0; i < 997; i++) {
            values.add(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, random.nextFloat())
                    .set(DeviceMetric.MEMORY_USED, random.nextInt(80_000) * 1e6)
                    .set(DeviceMetric.TEMPERATURE, random.nextInt(90)).set(DeviceMetric.POWER, random.nextFloat() * 700)
                    .toValues());
        }
        for (int position = 0; position < NODES * GPUS; position++) {
            devices.add(new DeviceSeriesKey("h100-%04d".formatted(position / GPUS),
                    "GPU-%08x-0000-0000-0000-%012x".formatted(random.nextInt(), position), DeviceSeriesKey.WHOLE));
        }
    }

    private static double median(double[] figures) {
        Arrays.sort(figures);
        return figures[figures.length / 2];
    }

    /** This thread's processor time, so that others at work on the machine do not count. */
    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double since(long start) {
        return (now() - start) / 1e6;
    }

    private MetricHistoryDiskStore open(FleetDeviceMetricHistory history) {
        return MetricHistoryDiskStore.open(history, directory, "bench", new MetricHistoryStorageSettings(
                Clock.fixed(END, ZoneOffset.UTC), Duration.ofMillis(1), 200L << 20, told::add));
    }

    @Test
    void sixHoursOfEightThousandGpus() throws IOException, InterruptedException {
        prepare();
        long before = Vitals.retained();
        var history = new FleetDeviceMetricHistory();
        var rounds = new double[SLOTS];
        for (int i = 0; i < SLOTS; i++) {
            var readings = round(BEGIN.plus(STEP.multipliedBy(i)), i);
            long start = now();
            history.record(readings);
            rounds[i] = since(start);
        }
        double megabytes = (Vitals.retained() - before) / 1e6;
        var reads = new double[READS];
        for (int i = 0; i < READS; i++) {
            reads[i] = hourOfSomeSeries(history, i);
        }
        assertThat(history.isComplete()).isTrue();
        store();

        long start = now();
        var loaded = new FleetDeviceMetricHistory();
        var store = open(loaded);
        double loading = since(start);
        store.close();
        assertThat(loaded.series(devices.getLast(), DeviceMetric.POWER, BEGIN, END))
                .isEqualTo(history.series(devices.getLast(), DeviceMetric.POWER, BEGIN, END));
        assertThat(told).isEmpty();
        report.write(String.format(Locale.ROOT, """
                | history of 8,000 GPUs, 6 hours, a reading every 30 s; times of the processor | |
                | --- | ---: |
                | heap after GC, all rings full | %.1f MB |
                | recording a round of all GPUs, median | %.1f ms |
                | reading an hour of 64 series, median | %.2f ms |
                | files | %.1f MB |
                | loading six hours from them | %.2f s |
                """, megabytes, median(rounds), median(reads), bytes() / 1e6, loading / 1e3));
        assertThat(megabytes).as("what is kept, in MB").isLessThan(150);
    }

    private double hourOfSomeSeries(FleetDeviceMetricHistory history, int round) {
        long start = now();
        for (int i = 0; i < SERIES; i++) {
            var series = history.series(devices.get((round * SERIES + i) % devices.size()), DeviceMetric.UTILISATION,
                    END.minus(Duration.ofHours(1)), END);
            assertThat(series.size()).isEqualTo(121);
        }
        return since(start);
    }

    /** The store's own thread writes as fast as it can meanwhile, so that frames are as small as they ever are. */
    private void store() {
        var history = new FleetDeviceMetricHistory();
        try (var _ = open(history)) {
            for (int i = 0; i < SLOTS; i++) {
                history.record(round(BEGIN.plus(STEP.multipliedBy(i)), i));
            }
        }
    }

    private double bytes() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
