package tessera.gpu;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.model.NodeDraDevices;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Tiles where the node's exporter tells which device is which. */
class MeasuredTilesTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final DeviceMetricValues WARM = new DeviceMetricValues.MetricValuesBuilder()
            .set(DeviceMetric.TEMPERATURE, 50).toValues();

    private static DeviceReadings device(int index, String... holders) {
        return new DeviceReadings("GPU-" + index, index, "NVIDIA H100 80GB HBM3", "",
                List.of(holders).stream().map(MeasuredTilesTest::holder).toList(), WARM, List.of());
    }

    private static ReportedDeviceUser holder(String key) {
        return new ReportedDeviceUser(key.substring(0, key.indexOf('/')), key.substring(key.indexOf('/') + 1), "main",
                "");
    }

    private static NodeReadings reported(DeviceReadings... devices) {
        return new NodeReadings("n", "gpu-operator/exporter", Sample.NOW, Duration.ofSeconds(30), null,
                List.of(devices));
    }

    private static List<String> held(List<GpuHeatmapTile> tiles) {
        return tiles.stream().map(tile -> String.join("+", tile.parts().stream().map(AllocatableGpuPart::holder)
                .map(pod -> pod == null ? "" : pod.name()).toList())).toList();
    }

    private static Sample four() {
        return new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 4).has(GPU, 4)).pod("ml/a", "n", GPU, 2);
    }

    @Test
    void aPodIsDrawnOnTheDevicesThatItsExporterNames() {
        var tiles = NodeGpuTileFactory.tilesOf(four().only(),
                reported(device(0), device(1, "ml/a"), device(2), device(3, "ml/a")));

        assertThat(held(tiles)).containsExactly("", "a", "", "a");
        assertThat(tiles).extracting(GpuHeatmapTile::index).containsExactly(0, 1, 2, 3);
    }

    @ParameterizedTest
    @CsvSource({"'', 8, 2, 2 by EXPORTER: shared × 4", "4, 4, 3, 4 by COUNT_LABEL: whole",
        "4, 3, 3, 3 by EXPORTER: whole", "2, 4, 4, 4 by EXPORTER: whole", "'', 2, 2, 2 by EXPORTER: whole"})
    void anExporterThatListsTheBoardsIsBelievedBeforeLabelsAndAdvertisements(String label, int advertised, int shown,
            String told) {
        var builder = node("n").label("nvidia.com/gpu.present", "true").has(GPU, advertised);
        var sample = new Sample()
                .with(label.isEmpty() ? builder : builder.nvidia("NVIDIA-L40S", Integer.parseInt(label)));
        var devices = IntStream.range(0, shown).mapToObj(index -> device(index)).toArray(DeviceReadings[]::new);
        var read = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard())
                .read(sample.snapshot(), new FleetReadings(Sample.NOW, Map.of("n", reported(devices)), null)).nodes()
                .getFirst();

        assertThat("%d by %s: %s".formatted(read.tally(PodListCompleteness.ALL).total(),
                read.boardCount().countSource(), read.divisionText())).isEqualTo(told);
        assertThat(read.totalBound()).isEqualTo(EstimateBoundKind.EXACT);
    }

    @Test
    void aPodThatTheClusterDoesNotKnowHereHoldsNothing() {
        var tiles = NodeGpuTileFactory.tilesOf(four().only(),
                reported(device(0, "ml/gone"), device(1), device(2), device(3)));

        assertThat(held(tiles)).containsExactlyInAnyOrder("a", "a", "", "");
    }

    @Test
    void aPodThatGotItsDeviceByAClaimHoldsItThoughNothingIsCounted() {
        var claiming = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2)).pod("ml/a", "n", "cpu", 4)
                .only();
        var readings = reported(device(0), device(1, "ml/a"));

        assertThat(GpuDevice.devicesOf(claiming, readings, NodeGpuTileFactory.tilesOf(claiming, readings), Sample.NOW))
                .extracting(device -> device.holders().stream().map(PodSummary::name).toList())
                .containsExactly(List.of(), List.of("a"));
    }

    @Test
    void devicesWithoutAnIndexAreNotUsableWhereNobodyKnowsWhoOffersThem() {
        var unread = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2))
                .published("n", NodeDraDevices.UNREAD).only();
        var readings = reported(new DeviceReadings("GPU-a", -1, "", "", List.of(), WARM, List.of()),
                new DeviceReadings("GPU-b", -1, "", "", List.of(), WARM, List.of()));

        assertThat(GpuDevice.devicesOf(unread, readings, NodeGpuTileFactory.tilesOf(unread, readings), Sample.NOW))
                .extracting(GpuDevice::status).containsExactly(GpuTileStatus.UNKNOWN, GpuTileStatus.UNKNOWN);
    }

    private static Sample claims() {
        return new Sample()
                .with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("n", NodeDraDevices.UNREAD).claiming("ml/a", "n", "shared").claiming("ml/b", "n", "shared")
                .claiming("ml/c", "n", "other").claiming("web/d", "n", "shared");
    }

    @Test
    void whoSharesAClaimHoldsItsDeviceWhicheverPodTheExporterNames() {
        var named = new DeviceReadings("GPU-0", 0, "", "", List.of(new ReportedDeviceUser("ml", "a", "main", "shared")),
                WARM, List.of());
        var unnamed = new DeviceReadings("GPU-0", 0, "", "", List.of(new ReportedDeviceUser("ml", "", "", "shared")),
                WARM, List.of());
        var gone = new DeviceReadings("GPU-0", 0, "", "",
                List.of(new ReportedDeviceUser("ml", "gone", "main", "shared")), WARM, List.of());
        var node = claims().only();

        for (var first : List.of(named, unnamed, gone)) {
            var readings = reported(first, device(1));
            assertThat(held(NodeGpuTileFactory.tilesOf(node, readings))).containsExactly("a+b", "");
            assertThat(GpuDevice.devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), Sample.NOW))
                    .extracting(device -> device.holders().stream().map(PodSummary::name).toList())
                    .containsExactly(List.of("a", "b"), List.of());
        }
    }

    @Test
    void instancesThatAreClaimedAreListedWithWhomTheirClaimsServe() {
        var part = new MigInstanceReadings(3, "1g.10gb", new ReportedDeviceUser("ml", "c", "main", "other"), WARM);
        var cut = new DeviceReadings("GPU-1", 1, "", "", List.of(), WARM, List.of(part));
        var node = claims().only();
        var readings = reported(device(0), cut);

        assertThat(GpuDevice.devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), Sample.NOW))
                .filteredOn(GpuDevice::isInstance).singleElement().satisfies(
                        instance -> assertThat(instance.holders()).extracting(PodSummary::name).containsExactly("c"));
        assertThat(held(NodeGpuTileFactory.tilesOf(node, readings))).containsExactly("", "c");
        assertThat(NodeGpuTileFactory.tilesOf(node)).as("before anybody tells which there are").isEmpty();
    }

    @Test
    void noPodHoldsMoreThanItAskedFor() {
        var greedy = reported(device(0, "ml/a"), device(1, "ml/a"), device(2, "ml/a"), device(3, "ml/a"));

        assertThat(held(NodeGpuTileFactory.tilesOf(four().only(), greedy))).containsExactly("a", "a", "", "");
    }

    @Test
    void theWithheldDeviceIsTheOneThatIsNotReported() {
        var one = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 4).has(GPU, 4, 3)).only();
        var tiles = NodeGpuTileFactory.tilesOf(one, reported(device(0), device(2), device(3)));

        assertThat(tiles).extracting(GpuHeatmapTile::status).containsExactly(GpuTileStatus.USABLE,
                GpuTileStatus.UNHEALTHY, GpuTileStatus.USABLE, GpuTileStatus.USABLE);
        assertThat(GpuDevice.devicesOf(one, reported(device(0), device(2), device(3)), tiles, Sample.NOW).get(1)
                .reading(DeviceMetric.TEMPERATURE))
                .isEqualTo(new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_IN_REPORT));
    }

    @Test
    void theWithheldDeviceIsTheOneOfWhichOnlyAnErrorIsLeft() {
        var one = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 4).has(GPU, 4, 3)).only();
        var dead = new DeviceReadings("GPU-1", 1, "", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.XID, 79).toValues(), List.of());

        assertThat(NodeGpuTileFactory.tilesOf(one, reported(device(0), dead, device(2), device(3))))
                .extracting(GpuHeatmapTile::status).containsExactly(GpuTileStatus.USABLE, GpuTileStatus.UNHEALTHY,
                        GpuTileStatus.USABLE, GpuTileStatus.USABLE);
    }

    @Test
    void numbersThatContradictTheNodeAreNotBelieved() {
        var beyond = reported(device(0), device(1), device(2), device(7, "ml/a"));
        var twice = reported(device(0), device(1), device(1), device(2));

        for (var wrong : List.of(beyond, twice)) {
            assertThat(NodeGpuTileFactory.tilesOf(four().only(), wrong)).extracting(GpuHeatmapTile::index)
                    .containsOnly(-1);
            assertThat(held(NodeGpuTileFactory.tilesOf(four().only(), wrong))).containsExactly("a", "a", "", "");
        }
    }

    @Test
    void aCutDeviceIsCutAsItsExporterSaysAndItsInstancesAreHeldByWhomItNames() {
        var mixed = new Sample()
                .with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2).label("nvidia.com/mig.strategy", "mixed").has(GPU, 1)
                        .has("nvidia.com/mig-3g.40gb", 2))
                .pod("r/x", "n", "nvidia.com/mig-3g.40gb", 1).pod("r/y", "n", GPU, 1).only();
        var cut = new DeviceReadings("GPU-1", 1, "NVIDIA H100 80GB HBM3", "", List.of(), WARM,
                List.of(instance(1, null), instance(2, "r/x")));
        var tiles = NodeGpuTileFactory.tilesOf(mixed, reported(device(0, "r/y"), cut));

        assertThat(tiles).extracting(GpuHeatmapTile::form).containsExactly(
                NodeGpuAllocationGroup.GpuAllocationKind.WHOLE, NodeGpuAllocationGroup.GpuAllocationKind.MIG);
        assertThat(tiles.getLast().parts()).extracting(AllocatableGpuPart::instance).containsExactlyInAnyOrder(1, 2);
        assertThat(tiles.getLast().parts()).filteredOn(AllocatableGpuPart::isHeld)
                .extracting(AllocatableGpuPart::instance).containsExactly(2);
    }

    @Test
    void whoIsNamedOnAnInstanceStaysThereThoughAnotherHolderIsNotNamedYet() {
        var node = new Sample().with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 2).has("nvidia.com/mig-3g.40gb", 4))
                .pod("r/early", "n", "nvidia.com/mig-3g.40gb", 1).pod("r/x", "n", "nvidia.com/mig-3g.40gb", 1).only();
        var open = new DeviceReadings("GPU-0", 0, "", "", List.of(), WARM,
                List.of(instance(1, null), instance(2, null)));
        var named = new DeviceReadings("GPU-1", 1, "", "", List.of(), WARM,
                List.of(instance(1, null), instance(2, "r/x")));

        assertThat(NodeGpuTileFactory.tilesOf(node, reported(open, named)).getLast().parts())
                .filteredOn(part -> part.holder() != null && part.holder().name().equals("x"))
                .extracting(AllocatableGpuPart::instance).containsExactly(2);
    }

    private static MigInstanceReadings instance(int id, @Nullable String holder) {
        return new MigInstanceReadings(id, "3g.40gb", holder == null ? null : holder(holder), WARM);
    }

    @Test
    void whereNotEveryHolderOfAShareIsNamedSharesAreSpreadAsTheyWere() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L40S-SHARED", 2).label("nvidia.com/gpu.replicas", "2")
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 4));
        List.of("ns/p0", "ns/p1").forEach(pod -> sample.pod(pod, "n", GPU, 1));
        var one = sample.only();
        var partly = reported(device(0), device(1, "ns/p1"));

        assertThat(NodeGpuTileFactory.tilesOf(one, partly)).filteredOn(GpuHeatmapTile::isHeld).hasSize(2);
        assertThat(NodeGpuTileFactory.withReportedLayout(one, partly)).isSameAs(one);
    }

    @Test
    void aDividedGpuThatNobodyIsNamedOnIsFreeOnceEveryHolderIsNamed() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L40S-SHARED", 2).label("nvidia.com/gpu.replicas", "2")
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 4));
        List.of("ns/p0", "ns/p1").forEach(pod -> sample.pod(pod, "n", GPU, 1));
        var nodeReadings = reported(device(0), device(1, "ns/p0", "ns/p1"));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of("n", nodeReadings), null));
        var late = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW.plusSeconds(61), Map.of("n", nodeReadings), null));

        assertThat(sample.only().tally(PodListCompleteness.ALL).free()).isZero();
        assertThat(sample.only().allocatedBound(PodListCompleteness.ALL)).isEqualTo(EstimateBoundKind.AT_MOST);
        assertThat(fleet.tally().free()).isEqualTo(1);
        assertThat(fleet.nodes().getFirst().allocatedBound(PodListCompleteness.ALL)).isEqualTo(EstimateBoundKind.EXACT);
        assertThat(NodeGpuTileFactory.tilesOf(fleet.nodes().getFirst(), nodeReadings))
                .filteredOn(GpuHeatmapTile::isHeld).hasSize(1);
        assertThat(late.tally().free()).as("once the exporter is silent").isZero();
        assertThat(late.nodes().getFirst().allocatedBound(PodListCompleteness.ALL))
                .isEqualTo(EstimateBoundKind.AT_MOST);
    }
}
