package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.alerts.Silences;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.metrics.history.History;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;
import tessera.model.reading.Values;
import tessera.ui.alerts.AlertsFeed.Seen;
import tessera.ui.wall.Totals.Quantity;
import tessera.ui.wall.WallState.Tile;
import tessera.ui.wall.WallState.Trends;
import tessera.ui.wall.WallState.Waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.NOW;
import static tessera.insight.Sample.node;

/** What a wall says of a fleet while it looks. */
class WallProjectionTest {

    private final WallProjection projection = new WallProjection(Accelerators.standard(), AlertRules.standard(),
            new Remembrance(History::new, new PrometheusBackfill(Standing.Sought::new, ScrapedNodes::named, () -> {})));

    private static Fleet busy(Instant at) {
        var values = new Values.Draft().set(Metric.UTILISATION, 0.9).done();
        var board = new DeviceReadings("GPU-0", 0, "NVIDIA L4", "", List.of(), values, List.of());
        var read = new NodeReadings("n", "ops/exporter", at, Duration.ofSeconds(30), null, List.of(board));
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1));
        return fleet(sample, at, Map.of("n", read));
    }

    private WallState page(WallPage page, int seconds) {
        var at = NOW.plusSeconds(seconds);
        var seen = new Seen(new AlertsState(at, List.of(), List.of(), List.of()), Silences.none());
        return projection.state(busy(at), new WallQuery(page, at, seen));
    }

    private Tile wasted(int seconds) {
        return ((Trends) page(WallPage.TRENDS, seconds)).tiles().stream()
                .filter(tile -> tile.quantity() == Quantity.WASTED).findFirst().orElseThrow();
    }

    @Test
    void thatNothingIsHeldAndIdleIsSaidOnceItWasLookedForLongEnough() {
        wasted(0);
        var early = wasted(180);

        assertThat(early.number()).isEqualTo("–");
        assertThat(early.detail()).isEqualTo("watching for 3 min");
        assertThat(early.line().series().max()).as("nothing is drawn of it").isNaN();
        assertThat(((Waiting) page(WallPage.PENDING, 200)).idle())
                .satisfies(idle -> assertThat(idle.title()).isEqualTo("– held and idle"))
                .satisfies(idle -> assertThat(idle.empty()).isEqualTo("Watching for 3 min"));

        var later = wasted(300);
        assertThat(later.number()).isEqualTo("0");
        assertThat(later.detail()).isEqualTo("none seen idle for 5 min");
        assertThat(later.line().series().max()).isZero();
    }

    private static Fleet drawing(Instant at, int told) {
        return drawing(at, told, 0);
    }

    /** @param broken of how many more exporters tell errors only */
    private static Fleet drawing(Instant at, int told, int broken) {
        var sample = new Sample();
        var read = new HashMap<String, NodeReadings>();
        for (int number = 0; number < 10; number++) {
            var name = "n" + number;
            sample = sample.with(node(name).nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1));
            if (number < told + broken) {
                var board = new DeviceReadings("GPU-" + number, 0, "NVIDIA L4", "", List.of(),
                        new Values.Draft().set(number < told ? Metric.POWER : Metric.XID, 100).done(), List.of());
                read.put(name, new NodeReadings(name, "ops/exporter", at, Duration.ofSeconds(30), null,
                        List.of(board)));
            }
        }
        return fleet(sample, at, read);
    }

    private static Fleet fleet(Sample sample, Instant at, Map<String, NodeReadings> read) {
        return new Fleet.Reader(Accelerators.standard()).read(sample.snapshot(), new Readings(at, read, null));
    }

    private Series power(int seconds, int told) {
        return powerTile(seconds, told).line().series();
    }

    private Tile powerTile(int seconds, int told) {
        var at = NOW.plusSeconds(seconds);
        return powerTile(drawing(at, told), at);
    }

    private Tile powerTile(Fleet fleet, Instant at) {
        var seen = new Seen(new AlertsState(at, List.of(), List.of(), List.of()), Silences.none());
        var trends = (Trends) projection.state(fleet, new WallQuery(WallPage.TRENDS, at, seen));
        return trends.tiles().stream().filter(tile -> tile.quantity() == Quantity.POWER).findFirst().orElseThrow();
    }

    @Test
    void aTotalThatOneExporterIsMissingFromIsNotDrawnAsIfItWereComplete() {
        for (int step = 0; step < 6; step++) {
            assertThat(powerTile(20 * step, 10).line().partial()).isFalse();
        }

        var fewer = powerTile(120, 9);

        assertThat(fewer.detail()).isEqualTo("by 9 of 10 GPUs");
        assertThat(fewer.note()).isEqualTo("dashed: some GPUs missing");
        int last = fewer.line().series().size() - 1;
        assertThat(fewer.line().partial(last)).isTrue();
        assertThat(fewer.line().partial(last - 1)).isFalse();

        var again = powerTile(140, 10).line();
        assertThat(again.partial(last)).isFalse();
        assertThat(again.partial(last - 1)).as("what was told by nine stays so").isTrue();
    }

    @Test
    void exportersThatNeverToldAnythingAreSaidBesideTheNumberAlone() {
        powerTile(0, 7);
        var tile = powerTile(20, 7);

        assertThat(tile.detail()).isEqualTo("by 7 of 10 GPUs");
        assertThat(tile.note()).isEmpty();
    }

    @Test
    void gpusThatClaimsHandOutAreAmongThoseThatThereAreOnceTheyAreMeasured() {
        var read = new HashMap<String, NodeReadings>();
        for (var name : List.of("plugged", "claimed")) {
            var board = new DeviceReadings("GPU-" + name, 0, "NVIDIA L4", "", List.of(),
                    new Values.Draft().set(Metric.POWER, 100).done(), List.of());
            read.put(name, new NodeReadings(name, "ops/exporter", NOW, Duration.ofSeconds(30), null, List.of(board)));
        }
        var fleet = fleet(new Sample().with(node("plugged").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2))
                .with(node("claimed").nvidia("NVIDIA-L4", 1).label("nvidia.com/gpu.deploy.dra-driver", "true")), NOW,
                read);

        assertThat(powerTile(fleet, NOW).detail()).isEqualTo("by 2 of 3 GPUs");
    }

    @Test
    void aGpuThatTellsItsErrorsOnlyIsMissingNowAsItIsFromWhatIsRemembered() {
        var history = new History();
        for (int slot = 20; slot > 0; slot--) {
            var at = NOW.minusSeconds(30L * slot);
            history.record(drawing(at, 9, 1).readings());
        }
        var reminded = new WallProjection(Accelerators.standard(), AlertRules.standard(),
                new Remembrance(() -> history,
                        new PrometheusBackfill(Standing.Sought::new, ScrapedNodes::named, () -> {})));
        var seen = new Seen(new AlertsState(NOW, List.of(), List.of(), List.of()), Silences.none());

        var trends = (Trends) reminded.state(drawing(NOW, 9, 1), new WallQuery(WallPage.TRENDS, NOW, seen));

        var tile = trends.tiles().stream().filter(each -> each.quantity() == Quantity.POWER).findFirst().orElseThrow();
        assertThat(tile.detail()).isEqualTo("by 9 of 10 GPUs");
        assertThat(tile.line().visible()).as("what is remembered is drawn").isTrue();
        assertThat(tile.note()).isEmpty();
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

    private String waits(Snapshot read, SourceHealth nodes, SourceHealth pods) {
        var fleet = new Fleet.Reader(Accelerators.standard()).read(new Snapshot(2, NOW, read.connection(), nodes, pods,
                read.podScope(), read.nodes(), read.unbound(), Duration.ZERO));
        var seen = new Seen(new AlertsState(NOW, List.of(), List.of(), List.of()), Silences.none());
        var page = projection.state(fleet, new WallQuery(WallPage.PENDING, NOW.plusSeconds(36_000), seen));
        return ((Waiting) page).pending().rows().getFirst().age();
    }

    @Test
    void whoWaitedWhenPodsWereLastSeenIsNotSaidToHaveWaitedOnSinceThen() {
        var read = new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1))
                .waiting("ml/a", "nvidia.com/gpu", 1, "0/1 nodes are available.").snapshot();
        var live = new SourceHealth.Live();
        var stale = new SourceHealth.Stale(NOW, Problem.of(Problem.Kind.UNREACHABLE, "Nobody answers"));

        assertThat(waits(read, live, live)).isNotEqualTo(waits(read, live, stale));
        assertThat(waits(read, live, stale)).isEqualTo(waits(read, stale, stale));
        assertThat(waits(read, stale, live)).isEqualTo(waits(read, live, live));
    }
}
