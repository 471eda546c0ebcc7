package tessera.metrics.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.FleetReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.metrics.history.Measured.NOON;
import static tessera.metrics.history.Measured.gpu;
import static tessera.metrics.history.Measured.instance;
import static tessera.metrics.history.Measured.key;
import static tessera.metrics.history.Measured.node;
import static tessera.metrics.history.Measured.numbers;
import static tessera.metrics.history.Measured.one;
import static tessera.metrics.history.Measured.readings;
import static tessera.metrics.history.Measured.showing;

class MetricHistoryDiskStoreTest {

    private static final float GAP = Float.NaN;
    private static final DeviceSeriesKey ONE = key("node", "GPU-1");
    private static final String CLUSTER = "https://../../etc/passwd:6443 \u0000\n";
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    private Path directory;
    private final List<Problem> told = Collections.synchronizedList(new ArrayList<>());

    private MetricHistoryDiskStore open(FleetDeviceMetricHistory history, Instant now) {
        return open(history, now, CLUSTER, 1 << 20);
    }

    private MetricHistoryDiskStore open(FleetDeviceMetricHistory history, Instant now, String cluster, long mostBytes) {
        var clock = Clock.fixed(now, ZoneOffset.UTC);
        return MetricHistoryDiskStore.open(history, directory, cluster,
                new MetricHistoryStorageSettings(clock, NEVER, mostBytes, told::add));
    }

    private List<Path> files(String pattern) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(pattern)).sorted().toList();
        }
    }

    private static FleetReadings measured(Random random, Instant at) {
        var nodes = Stream.of("a", "b", "ü").filter(_ -> random.nextInt(5) > 0)
                .map(name -> node(name, at,
                        gpu("GPU-1", showing(random.nextFloat(), random.nextInt(80) * 1e9, random.nextInt(90), 300)),
                        gpu("", showing(DeviceMetric.POWER, random.nextInt(700)),
                                instance(1, showing(random.nextFloat(), 1e9, 50, 300)),
                                instance(13, showing(DeviceMetric.MEMORY_USED, random.nextInt(9))))));
        return readings(at, nodes.toArray(tessera.model.reading.NodeReadings[]::new));
    }

    private static void assertSame(ReadableMetricHistory one, ReadableMetricHistory other, Instant from, Instant to) {
        assertThat(one.devices()).isEqualTo(other.devices());
        for (var device : one.devices()) {
            for (var deviceMetric : DeviceMetric.values()) {
                assertThat(one.series(device, deviceMetric, from, to))
                        .isEqualTo(other.series(device, deviceMetric, from, to));
            }
        }
        for (var measure : FleetMetric.values()) {
            assertThat(one.fleetSeries(measure, from, to)).isEqualTo(other.fleetSeries(measure, from, to));
        }
    }

    @Test
    void whatWasMeasuredIsThereAgainAfterRestarts() throws IOException {
        var random = new Random(3);
        var whole = new FleetDeviceMetricHistory();
        var at = NOON.minusSeconds(7 * 3_600);
        for (int restart = 0; restart < 6; restart++) {
            var history = new FleetDeviceMetricHistory();
            try (var store = open(history, at)) {
                for (int step = 0; step < 160; step++) {
                    at = at.plusSeconds(random.nextInt(60));
                    var readings = measured(random, at);
                    whole.record(readings);
                    history.record(readings);
                    if (random.nextInt(3) == 0) {
                        store.writePending();
                    }
                }
            }
        }

        var loaded = new FleetDeviceMetricHistory();
        open(loaded, at).close();

        assertThat(told).isEmpty();
        assertSame(loaded, whole, at.minus(FleetDeviceMetricHistory.SPAN).plusSeconds(30), at);
        assertThat(files(".*passwd.*")).isEmpty();
        assertThat(files("[0-9a-f]{32}-\\d{8}-\\d{6}\\.history")).hasSizeGreaterThan(7);
    }

    @Test
    void whatIsOlderThanSixHoursStaysOnDisk() {
        var history = new FleetDeviceMetricHistory();
        try (var store = open(history, NOON)) {
            history.record(one(NOON, 0.25));
            history.record(one(NOON.plusSeconds(60), 0.5));
            store.writePending();
            var later = NOON.plus(Duration.ofHours(9));
            history.record(one(later, 0.75));
            store.writePending();

            var past = store.readOlder(Set.of(ONE), NOON, later);

            assertThat(numbers(past.series(ONE, DeviceMetric.UTILISATION, NOON, NOON.plusSeconds(60))))
                    .containsExactly(0.25f, GAP, 0.5f);
            assertThat(past.series(ONE, DeviceMetric.UTILISATION, NOON, later).last()).isEqualTo(0.75);
            assertThat(past.fleetSeries(FleetMetric.UTILISATION, NOON, NOON).last()).isEqualTo(0.25);
            assertThat(store.readOlder(Set.of(), NOON, later).devices()).isEmpty();
            assertThat(store.readOlder(Set.of(ONE), later, NOON).devices()).isEmpty();
            assertThat(store.readOlder(Set.of(ONE), Instant.MIN, Instant.MAX).devices()).isEmpty();
            assertThat(history.series(ONE, DeviceMetric.UTILISATION, NOON, NOON).isEmpty()).isTrue();
        }
    }

    @Test
    void afterAClockWasSetBackWhatLiesAheadIsNotShown() {
        var history = new FleetDeviceMetricHistory();
        try (var _ = open(history, NOON)) {
            history.record(one(NOON, 0.25));
            history.record(one(NOON.plusSeconds(3_600), 0.75));
        }
        var back = new FleetDeviceMetricHistory();
        try (var _ = open(back, NOON.plusSeconds(60))) {
            back.record(one(NOON.plusSeconds(60), 0.5));
        }
        assertThat(numbers(back.series(ONE, DeviceMetric.UTILISATION, NOON, NOON.plusSeconds(60))))
                .containsExactly(0.25f, GAP, 0.5f);
        assertThat(back.series(ONE, DeviceMetric.UTILISATION, NOON, NOON.plusSeconds(3_600)).last()).isEqualTo(0.5);
        assertThat(told).isEmpty();
    }

    @Test
    void clustersShareADirectoryAndNotTheirHistory() {
        var history = new FleetDeviceMetricHistory();
        try (var one = open(history, NOON, "one", 1 << 20);
                var two = open(new FleetDeviceMetricHistory(), NOON, "two", 1 << 20)) {
            history.record(one(NOON, 0.25));
            assertThat(one.isPersistent()).isTrue();
            assertThat(two.isPersistent()).isTrue();
        }
        var other = new FleetDeviceMetricHistory();
        open(other, NOON, "two", 1 << 20).close();

        assertThat(other.devices()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void theSecondProgramKeepsItsHistoryInMemoryOnlyAndSaysSo() {
        var second = new FleetDeviceMetricHistory();
        try (var _ = open(new FleetDeviceMetricHistory(), NOON); var store = open(second, NOON)) {
            second.record(one(NOON, 0.25));
            store.writePending();

            assertThat(store.isPersistent()).isFalse();
            assertThat(store.readOlder(Set.of(ONE), NOON, NOON).devices()).isEmpty();
            assertThat(second.series(ONE, DeviceMetric.UTILISATION, NOON, NOON).last()).isEqualTo(0.25);
        }
        assertThat(told).singleElement().extracting(Problem::problemText).asString()
                .startsWith("The metric history is kept only until the window is closed: another Tessera");

        try (var third = open(new FleetDeviceMetricHistory(), NOON)) {
            assertThat(third.isPersistent()).isTrue();
        }
    }

    @Test
    void theOldestFilesOfAnyClusterGoWhenThereIsNoRoom() throws IOException {
        long maximum = 20_000;
        var old = new FleetDeviceMetricHistory();
        try (var store = open(old, NOON, "old", maximum)) {
            old.record(one(NOON, 0.25));
            store.writePending();
        }
        Files.writeString(directory.resolve("letter.history"), "not ours");
        var history = new FleetDeviceMetricHistory();
        var random = new Random(7);
        var at = NOON.plusSeconds(60);
        try (var store = open(history, at, "new", maximum)) {
            for (int i = 0; i < 600; i++) {
                at = at.plusSeconds(30);
                history.record(measured(random, at));
                store.writePending();
                assertThat(bytes()).isLessThanOrEqualTo(maximum);
            }
        }
        assertThat(told).isEmpty();
        assertThat(bytes()).isGreaterThan(maximum * 3 / 4);
        assertThat(directory.resolve("letter.history")).hasContent("not ours");
        var again = new FleetDeviceMetricHistory();
        open(again, NOON, "old", maximum).close();
        assertThat(again.devices()).isEmpty();
        var loaded = new FleetDeviceMetricHistory();
        open(loaded, at, "new", maximum).close();
        assertSame(loaded, history, at.minusSeconds(600), at);
    }

    private long bytes() throws IOException {
        long sum = 0;
        for (var file : files("[0-9a-f]{32}-.*")) {
            sum += Files.size(file);
        }
        return sum;
    }

    @Test
    void whereNothingCanBeStoredTheHistoryGoesOnInMemory() throws IOException {
        directory = Files.writeString(directory.resolve("file"), "in the way");
        var history = new FleetDeviceMetricHistory();
        try (var store = open(history, NOON)) {
            history.record(one(NOON, 0.25));
            store.writePending();

            assertThat(store.isPersistent()).isFalse();
        }
        assertThat(history.series(ONE, DeviceMetric.UTILISATION, NOON, NOON).last()).isEqualTo(0.25);
        assertThat(told).singleElement().extracting(Problem::headline).asString().contains("cannot be stored");
    }

    @Test
    void whenTheDirectoryGoesAwayThatIsToldOnceByTheStoresOwnThread() throws Exception {
        var away = directory.resolveSibling(directory.getFileName() + "-away");
        var news = new CountDownLatch(1);
        var history = new FleetDeviceMetricHistory();
        var settings = new MetricHistoryStorageSettings(Clock.fixed(NOON, ZoneOffset.UTC), Duration.ofMillis(5),
                1 << 20, problem -> {
                    told.add(problem);
                    news.countDown();
                });
        try (var store = MetricHistoryDiskStore.open(history, directory, CLUSTER, settings)) {
            Files.move(directory, away);
            Files.writeString(directory, "in the way");
            history.record(one(NOON, 0.25));

            assertThat(news.await(3, TimeUnit.MINUTES)).isTrue();
            history.record(one(NOON.plusSeconds(30), 0.5));
            store.writePending();
            assertThat(told).hasSize(1);

            Files.delete(directory);
            Files.move(away, directory);
            history.record(one(NOON.plusSeconds(60), 0.75));
        }
        var loaded = new FleetDeviceMetricHistory();
        open(loaded, NOON.plusSeconds(60)).close();
        assertThat(loaded.series(ONE, DeviceMetric.UTILISATION, NOON, NOON.plusSeconds(60)).last()).isEqualTo(0.75);
        assertThat(history.series(ONE, DeviceMetric.UTILISATION, NOON, NOON.plusSeconds(30)).last()).isEqualTo(0.5);
    }

    @Test
    void aFrameThatNeedsMoreThanAllTheRoomIsNotStored() throws IOException {
        var history = new FleetDeviceMetricHistory();
        try (var _ = open(history, NOON, CLUSTER, 20)) {
            history.record(one(NOON, 0.25));
        }
        assertThat(told).hasSize(1);
        assertThat(files(".*\\.history.*")).isEmpty();
    }

    @Test
    void onlyTheUserMayReadTheFiles() throws IOException {
        directory = directory.resolve("new");
        var history = new FleetDeviceMetricHistory();
        try (var _ = open(history, NOON)) {
            history.record(one(NOON, 0.25));
        }
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))).isEqualTo("rwx------");
            for (var file : files(".*")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
            }
        }
        assertThat(files(".*")).hasSize(2);
    }
}
