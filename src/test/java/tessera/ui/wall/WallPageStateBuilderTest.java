package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeDraDevices;
import tessera.model.Problem;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.UnreadableObjects;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.JavaFxAlertFeed.FiringAlerts;
import tessera.ui.alerts.PrometheusAlertSnapshot;
import tessera.ui.wall.WallFleetTotals.FleetTotalKind;
import tessera.ui.wall.WallPageState.PendingPodsWallState;
import tessera.ui.wall.WallPageState.TrendTileState;
import tessera.ui.wall.WallPageState.TrendsWallState;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What a wall says of a fleet while it looks. */
class WallPageStateBuilderTest {

    private final WallPageStateBuilder stateBuilder = new WallPageStateBuilder(AcceleratorCatalog.standard(),
            AlertRules.standardRules(), new WallTrendBackfill(FleetDeviceMetricHistory::new, new WallPrometheusBackfill(
                    PrometheusDiscoveryStatus.PrometheusSearching::new, NodesByExporterTarget::ofNames, () -> {})));

    private static GpuFleet busy(Instant at) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.9).toValues();
        var deviceReadings = new DeviceReadings("GPU-0", 0, "NVIDIA L4", "", List.of(), values, List.of());
        var read = new NodeReadings("n", "ops/exporter", at, Duration.ofSeconds(30), null, List.of(deviceReadings));
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1));
        return fleet(sample, at, Map.of("n", read));
    }

    private static ActiveAlerts active(FiringAlerts firingAlerts) {
        return new ActiveAlerts(AlertRules::standardRules, firingAlerts,
                PrometheusAlertSnapshot.forStatus(new PrometheusDiscoveryStatus.PrometheusSearching()));
    }

    private WallPageState page(WallPageKind page, int seconds) {
        var at = NOW.plusSeconds(seconds);
        var firingAlerts = new FiringAlerts(new AlertSnapshot(at, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());
        return stateBuilder.project(busy(at), new WallPageInput(page, at, active(firingAlerts)));
    }

    private TrendTileState wasted(int seconds) {
        return ((TrendsWallState) page(WallPageKind.TRENDS, seconds)).tiles().stream()
                .filter(tile -> tile.kind() == FleetTotalKind.WASTED).findFirst().orElseThrow();
    }

    @Test
    void thatNothingIsHeldAndIdleIsSaidOnceItWasLookedForLongEnough() {
        wasted(0);
        var early = wasted(180);

        assertThat(early.number()).isEqualTo("–");
        assertThat(early.detail()).isEqualTo("watching for 3 min");
        assertThat(early.line().series().max()).as("nothing is drawn of it").isNaN();
        assertThat(((PendingPodsWallState) page(WallPageKind.PENDING, 200)).halfState())
                .satisfies(halfState -> assertThat(halfState.title()).isEqualTo("– allocated, idle"))
                .satisfies(halfState -> assertThat(halfState.emptyText()).isEqualTo("Watching for 3 min"));

        var later = wasted(300);
        assertThat(later.number()).isEqualTo("0");
        assertThat(later.detail()).isEqualTo("none idle for 5 min");
        assertThat(later.line().series().max()).isZero();
    }

    @Test
    void whereObjectsCouldNotBeReadTheWallSaysThatThereMayBeMore() {
        var whole = busy(NOW).snapshot();
        var unread = new ClusterSnapshot(whole.number(), whole.at(), whole.connection(), whole.nodeHealth(),
                whole.podHealth(), whole.podScope(), whole.nodes(), whole.unbound(), whole.clockSkew(), whole.devices(),
                UnreadableObjects.of(List.of(), Map.of("Node", 1)));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(unread, busy(NOW).readings());
        var firingAlerts = new FiringAlerts(new AlertSnapshot(NOW, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());

        assertThat(((TrendsWallState) stateBuilder.project(fleet,
                new WallPageInput(WallPageKind.TRENDS, NOW, active(firingAlerts)))).tiles().getFirst().detail())
                .isEqualTo("of ≥ 1 GPU");
        assertThat(((WallPageState.HeatmapWallState) stateBuilder.project(fleet,
                new WallPageInput(WallPageKind.FLEET, NOW, active(firingAlerts)))).fleet().heatmap().groups().getFirst()
                .detail()).isEqualTo("1 node · ≥ 1 GPU");
    }

    private static GpuFleet drawing(Instant at, int told) {
        return drawing(at, told, 0);
    }

    /** @param broken of how many more exporters tell errors only */
    private static GpuFleet drawing(Instant at, int told, int broken) {
        var sample = new Sample();
        var read = new HashMap<String, NodeReadings>();
        for (int number = 0; number < 10; number++) {
            var name = "n" + number;
            sample = sample.with(node(name).nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1));
            if (number < told + broken) {
                var deviceReadings = new DeviceReadings("GPU-" + number, 0, "NVIDIA L4", "", List.of(),
                        new DeviceMetricValues.MetricValuesBuilder()
                                .set(number < told ? DeviceMetric.POWER : DeviceMetric.XID, 100).toValues(),
                        List.of());
                read.put(name, new NodeReadings(name, "ops/exporter", at, Duration.ofSeconds(30), null,
                        List.of(deviceReadings)));
            }
        }
        return fleet(sample, at, read);
    }

    private static GpuFleet fleet(Sample sample, Instant at, Map<String, NodeReadings> read) {
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(at, read, null));
    }

    private FixedStepSeries power(int seconds, int told) {
        return powerTile(seconds, told).line().series();
    }

    private TrendTileState powerTile(int seconds, int told) {
        var at = NOW.plusSeconds(seconds);
        return powerTile(drawing(at, told), at);
    }

    private TrendTileState powerTile(GpuFleet fleet, Instant at) {
        var firingAlerts = new FiringAlerts(new AlertSnapshot(at, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());
        var trends = (TrendsWallState) stateBuilder.project(fleet,
                new WallPageInput(WallPageKind.TRENDS, at, active(firingAlerts)));
        return trends.tiles().stream().filter(tile -> tile.kind() == FleetTotalKind.POWER).findFirst().orElseThrow();
    }

    @Test
    void aTotalThatOneExporterIsMissingFromIsNotDrawnAsIfItWereComplete() {
        for (int step = 0; step < 6; step++) {
            assertThat(powerTile(20 * step, 10).line().isPartial()).isFalse();
        }

        var fewer = powerTile(120, 9);

        assertThat(fewer.detail()).isEqualTo("by 9 of 10 GPUs");
        assertThat(fewer.noteText()).isEqualTo("dashed: some GPUs missing");
        int last = fewer.line().series().size() - 1;
        assertThat(fewer.line().isPartial(last)).isTrue();
        assertThat(fewer.line().isPartial(last - 1)).isFalse();

        var again = powerTile(140, 10).line();
        assertThat(again.isPartial(last)).isFalse();
        assertThat(again.isPartial(last - 1)).as("what was told by nine stays so").isTrue();
    }

    @Test
    void exportersThatNeverToldAnythingAreSaidBesideTheNumberAlone() {
        powerTile(0, 7);
        var tile = powerTile(20, 7);

        assertThat(tile.detail()).isEqualTo("by 7 of 10 GPUs");
        assertThat(tile.noteText()).isEmpty();
    }

    @Test
    void gpusThatClaimsHandOutAreAmongThoseThatThereAreOnceTheyAreMeasured() {
        var read = new HashMap<String, NodeReadings>();
        for (var name : List.of("plugged", "claimed")) {
            var deviceReadings = new DeviceReadings("GPU-" + name, 0, "NVIDIA L4", "", List.of(),
                    new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 100).toValues(), List.of());
            read.put(name,
                    new NodeReadings(name, "ops/exporter", NOW, Duration.ofSeconds(30), null, List.of(deviceReadings)));
        }
        var fleet = fleet(new Sample().with(node("plugged").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2))
                .with(node("claimed").nvidia("NVIDIA-L4", 1).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("claimed", NodeDraDevices.UNREAD), NOW, read);

        assertThat(powerTile(fleet, NOW).detail()).isEqualTo("by 2 of ≥ 3 GPUs");
    }

    @Test
    void aGpuThatTellsItsErrorsOnlyIsMissingNowAsItIsFromWhatIsRemembered() {
        var history = new FleetDeviceMetricHistory();
        for (int slot = 20; slot > 0; slot--) {
            var at = NOW.minusSeconds(30L * slot);
            history.record(drawing(at, 9, 1).readings());
        }
        var reminded = new WallPageStateBuilder(AcceleratorCatalog.standard(), AlertRules.standardRules(),
                new WallTrendBackfill(() -> history, new WallPrometheusBackfill(
                        PrometheusDiscoveryStatus.PrometheusSearching::new, NodesByExporterTarget::ofNames, () -> {})));
        var firingAlerts = new FiringAlerts(new AlertSnapshot(NOW, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());

        var trends = (TrendsWallState) reminded.project(drawing(NOW, 9, 1),
                new WallPageInput(WallPageKind.TRENDS, NOW, active(firingAlerts)));

        var tile = trends.tiles().stream().filter(each -> each.kind() == FleetTotalKind.POWER).findFirst()
                .orElseThrow();
        assertThat(tile.detail()).isEqualTo("by 9 of 10 GPUs");
        assertThat(tile.line().isVisible()).as("what is remembered is drawn").isTrue();
        assertThat(tile.noteText()).isEmpty();
    }

    @Test
    void exportersThatFallSilentOneAfterTheOtherDrawNoDropOfPower() {
        for (int step = 0; step < 6; step++) {
            power(20 * step, 10);
        }
        power(120, 6);
        power(130, 3);
        var fallen = power(140, 1);

        assertThat(fallen.max()).isEqualTo(1000);
        assertThat(fallen.min()).as("what few tell is no total").isEqualTo(1000);

        var later = power(220, 8);
        assertThat(later.min()).as("what others tell for a while is").isEqualTo(800);
    }

    private String waits(ClusterSnapshot read, SnapshotCollectionHealth nodes, SnapshotCollectionHealth pods) {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(new ClusterSnapshot(2, NOW,
                read.connection(), nodes, pods, read.podScope(), read.nodes(), read.unbound(), Duration.ZERO));
        var firingAlerts = new FiringAlerts(new AlertSnapshot(NOW, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());
        var page = stateBuilder.project(fleet,
                new WallPageInput(WallPageKind.PENDING, NOW.plusSeconds(36_000), active(firingAlerts)));
        return ((PendingPodsWallState) page).pending().rows().getFirst().age();
    }

    @Test
    void whoWaitedWhenPodsWereLastSeenIsNotSaidToHaveWaitedOnSinceThen() {
        var read = new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1))
                .waiting("ml/a", "nvidia.com/gpu", 1, "0/1 nodes are available.").snapshot();
        var live = new SnapshotCollectionHealth.LiveCollection();
        var stale = new SnapshotCollectionHealth.StaleCollection(NOW,
                Problem.of(Problem.OperationProblemKind.UNREACHABLE, "Nobody answers"));

        assertThat(waits(read, live, live)).isNotEqualTo(waits(read, live, stale));
        assertThat(waits(read, live, stale)).isEqualTo(waits(read, stale, stale));
        assertThat(waits(read, stale, live)).isEqualTo(waits(read, live, live));
    }
}
