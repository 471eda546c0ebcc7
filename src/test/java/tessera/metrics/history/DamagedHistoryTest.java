package tessera.metrics.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static tessera.metrics.history.Measured.NOON;
import static tessera.metrics.history.Measured.gpu;
import static tessera.metrics.history.Measured.key;
import static tessera.metrics.history.Measured.node;
import static tessera.metrics.history.Measured.readings;
import static tessera.metrics.history.Measured.showing;

/** Whatever happens to a stored file: what is sound before the damage is used, and nothing that was never measured. */
class DamagedHistoryTest {

    private static final int MEASURED = 5;

    @TempDir
    private Path directory;
    private final List<Problem> told = new ArrayList<>();
    private Path file = Path.of("");
    private byte[] sound = new byte[0];

    @BeforeEach
    void storeAFewMeasurements() throws IOException {
        var history = new FleetDeviceMetricHistory();
        try (var store = open(history)) {
            for (int i = 0; i < MEASURED; i++) {
                var at = NOON.plusSeconds(30L * i);
                // One device more each time, so that every frame also has names in it.
                var device = gpu("GPU-" + i, showing(0.5, 1e9 * i, 40, 300));
                history.record(
                        readings(at, node("node", at, gpu("GPU", showing(DeviceMetric.POWER, 100 + i)), device)));
                store.writePending();
            }
        }
        file = files(".history").getFirst();
        sound = Files.readAllBytes(file);
        assertThat(told).isEmpty();
    }

    private MetricHistoryDiskStore open(FleetDeviceMetricHistory history) {
        var clock = Clock.fixed(NOON.plusSeconds(600), ZoneOffset.UTC);
        return MetricHistoryDiskStore.open(history, directory, "c",
                new MetricHistoryStorageSettings(clock, Duration.ofDays(1), 1 << 20, told::add));
    }

    private List<Path> files(String ending) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(some -> some.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many measurements are left when a file holds this; they are always the first ones. */
    private int left(byte[] content) throws IOException {
        for (var old : files(".damaged")) {
            Files.delete(old);
        }
        Files.write(file, content);
        told.clear();
        var history = new FleetDeviceMetricHistory();
        open(history).close();
        int count = count(history);
        // What is sound stays sound.
        if (!told.isEmpty()) {
            assertThat(files(".damaged")).singleElement()
                    .satisfies(aside -> assertThat(aside).hasBinaryContent(content));
            told.clear();
            var again = new FleetDeviceMetricHistory();
            open(again).close();
            assertThat(count(again)).isEqualTo(count);
            assertThat(told).isEmpty();
            return -1 - count;
        }
        return count;
    }

    private static int count(FleetDeviceMetricHistory history) {
        var power = history.series(key("node", "GPU"), DeviceMetric.POWER, NOON,
                NOON.plusSeconds(30L * (MEASURED - 1)));
        int count = 0;
        while (count < MEASURED && power.valueAt(count) == 100 + count) {
            assertThat(history
                    .series(key("node", "GPU-" + count), DeviceMetric.MEMORY_USED, NOON, NOON.plusSeconds(600)).last())
                    .isCloseTo(1e9 * count, withinPercentage(0.05));
            count++;
        }
        for (int i = count; i < MEASURED; i++) {
            assertThat(power.valueAt(i)).isNaN();
        }
        assertThat(history.devices()).hasSize(count == 0 ? 0 : count + 1);
        return count;
    }

    @Test
    void aFileThatIsCutAnywhere() throws IOException {
        int before = 0;
        int whole = 0;
        for (int length = 0; length <= sound.length; length++) {
            int left = left(Arrays.copyOf(sound, length));
            int count = left < 0 ? -1 - left : left;
            assertThat(count).isBetween(before, before + 1);
            before = count;
            whole += left >= 0 ? 1 : 0;
        }
        assertThat(before).isEqualTo(MEASURED);
        assertThat(whole).as("cuts between frames, which nobody can see").isEqualTo(MEASURED + 1);
    }

    @Test
    void aBitThatIsWrongAnywhere() throws IOException {
        for (int position = 0; position < sound.length; position++) {
            var wrong = sound.clone();
            wrong[position] ^= (byte) (1 << position % 8);

            assertThat(left(wrong)).as("bit in byte %s", position).isBetween(-MEASURED, -1);
        }
    }

    @Test
    void aFileThatIsSomethingElse() throws IOException {
        var random = new Random(11);
        for (int round = 0; round < 100; round++) {
            var noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            if (round % 2 == 0) {
                System.arraycopy(MetricHistoryFileFormat.HEADER, 0, noise, 0,
                        Math.min(noise.length, MetricHistoryFileFormat.HEADER.length));
            }
            assertThat(left(noise)).isBetween(-1, noise.length == MetricHistoryFileFormat.HEADER.length ? 0 : -1);
        }
    }

    @Test
    void aFileOfALaterVersionIsSetAsideAndThatIsTold() throws IOException {
        var later = sound.clone();
        later[MetricHistoryFileFormat.HEADER.length - 1] = 2;
        Files.write(file, later);

        open(new FleetDeviceMetricHistory()).close();

        assertThat(told).singleElement().satisfies(problem -> {
            assertThat(problem.headline()).isEqualTo("Part of the stored metric history is damaged and was skipped");
            assertThat(problem.detail()).endsWith(": unsupported format version 2");
        });
        assertThat(files(".damaged")).hasSize(1);
        assertThat(files(".history")).isEmpty();
    }

    @Test
    void severalDamagedFilesAreToldOnce() throws IOException {
        for (int i = 2; i < 6; i++) {
            Files.write(file.resolveSibling(String.valueOf(file.getFileName()).replace("-000001", "-00000" + i)),
                    new byte[] {1, 2, 3});
        }
        var history = new FleetDeviceMetricHistory();
        open(history).close();

        assertThat(told).hasSize(1);
        assertThat(files(".damaged")).hasSize(4);
        assertThat(count(history)).isEqualTo(MEASURED);
    }
}
