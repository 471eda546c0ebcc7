package tessera.app.wiring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/** What outlasts the window. */
class DeviceMetricHistoryRecorderTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final ListedKubeconfigContext CLUSTER = new ListedKubeconfigContext("prod-eu",
            "https://prod-eu.example:6443", ClusterPurposeMark.PRODUCTION, true);
    private static final ListedKubeconfigContext DEMO = new ListedKubeconfigContext(EmbeddedDemoCluster.CONTEXT, "",
            ClusterPurposeMark.DEMO, true);
    private static final DeviceSeriesKey GPU = new DeviceSeriesKey("h100-01", "GPU-1", DeviceSeriesKey.WHOLE);

    @TempDir
    private Path home;
    private final AtomicInteger complaints = new AtomicInteger();

    private DeviceMetricHistoryRecorder histories() {
        return new DeviceMetricHistoryRecorder(
                new ProcessEnvironment(Map.of("XDG_DATA_HOME", home.resolve("data").toString()), home, home, null),
                Clock.fixed(NOON, ZoneOffset.UTC), complaints::incrementAndGet);
    }

    private static FleetReadings busy(double share) {
        var device = new DeviceReadings("GPU-1", 0, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, share).toValues(),
                List.of());
        return new FleetReadings(NOON,
                Map.of("h100-01",
                        new NodeReadings("h100-01", "exporter", NOON, Duration.ofSeconds(30), null, List.of(device))),
                null);
    }

    private static double last(DeviceMetricHistoryRecorder histories) {
        return histories.currentHistory().series(GPU, DeviceMetric.UTILISATION, NOON.minusSeconds(60), NOON).last();
    }

    private void record(ListedKubeconfigContext cluster, double share, boolean kept) {
        try (var histories = histories()) {
            if (kept) {
                histories.enableStorage(() -> 200);
            }
            histories.beginHistory(Optional.of(cluster)).record(busy(share));
        }
    }

    @Test
    void whatWasMeasuredIsThereAgainAfterARestart() throws Exception {
        record(CLUSTER, 0.7, true);
        try (var histories = histories()) {
            histories.enableStorage(() -> 200);
            histories.beginHistory(Optional.of(CLUSTER));

            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> last(histories) > 0);
            assertThat(last(histories)).isCloseTo(0.7, withinPercentage(0.05));
            assertThat(histories.storageProblems()).isEmpty();
        }
    }

    @Test
    void aClusterThatIsLeftAndOpenedAgainFindsItsHistory() throws Exception {
        try (var histories = histories()) {
            histories.enableStorage(() -> 200);
            histories.beginHistory(Optional.of(CLUSTER)).record(busy(0.4));
            histories.leaveCluster();
            assertThat(last(histories)).isNaN();

            histories.beginHistory(Optional.of(CLUSTER));
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> last(histories) > 0);
            assertThat(histories.storageProblems()).isEmpty();
        }
    }

    @Test
    void commandsThatOnlyPrintLeaveNoFiles() {
        record(CLUSTER, 0.7, false);
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void theSimulatedClusterLeavesNoFiles() {
        record(DEMO, 0.7, true);
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBeMadeIsToldOnce() throws Exception {
        Files.writeString(home.resolve("data"), "in the way");
        var histories = histories();
        histories.enableStorage(() -> 200);
        histories.beginHistory(Optional.of(CLUSTER)).record(busy(0.7));
        histories.leaveCluster();
        histories.beginHistory(Optional.of(CLUSTER)).record(busy(0.7));
        histories.close();

        assertThat(histories.storageProblems()).hasSize(1);
        assertThat(complaints).hasValue(1);
    }
}
