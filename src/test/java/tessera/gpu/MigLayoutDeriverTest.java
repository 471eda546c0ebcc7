package tessera.gpu;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.gpu.MigGpuLayout.MigLayoutCertainty;
import tessera.gpu.Sample.NodeBuilder;
import tessera.mig.MigPlacement;
import tessera.mig.MigProfile;
import tessera.mig.MigSliceMap;
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

/** How MIG GPUs are said to be cut. */
class MigLayoutDeriverTest {

    private static final String A100 = "NVIDIA-A100-SXM4-80GB";

    private static NodeBuilder mixed(String product, int gpus, String... counts) {
        var node = node("n").nvidia(product, gpus);
        for (var count : counts) {
            var words = count.split(" × ", -1);
            node.has("nvidia.com/mig-" + words[1], Long.parseLong(words[0]));
        }
        return node;
    }

    private static List<MigGpuLayout> layouts(GpuNode node, @Nullable NodeReadings readings) {
        return MigLayoutDeriver.layoutsOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), Sample.NOW);
    }

    private static List<MigGpuLayout> layouts(NodeBuilder node) {
        return layouts(new Sample().with(node).only(), null);
    }

    private static NodeReadings readings(DeviceReadings... devices) {
        return new NodeReadings("n", "ops/exporter", Sample.NOW, Duration.ofSeconds(15), null, Arrays.asList(devices));
    }

    private static DeviceReadings device(int index, String model, MigInstanceReadings... instances) {
        return new DeviceReadings("GPU-" + index, index, model, "", List.of(), DeviceMetricValues.NONE,
                Arrays.asList(instances));
    }

    private static MigInstanceReadings instance(int id, String profile, double busy, @Nullable String holder) {
        return new MigInstanceReadings(id, profile,
                holder == null ? null : new ReportedDeviceUser("r", holder, "main", ""),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, busy).toValues());
    }

    private static List<String> shown(MigGpuLayout layout) {
        return layout.instances().stream()
                .map(layoutInstance -> layoutInstance.device().profile() + " at " + layoutInstance.placement())
                .toList();
    }

    private static int gpuInstance(MigGpuLayout.MigLayoutInstance layoutInstance) {
        var instance = layoutInstance.device().instance();
        return instance == null ? -1 : instance.id();
    }

    private static MigSliceMap map(MigGpuLayout layout) {
        return layout.map().orElseThrow();
    }

    @Test
    void besideSevenSmallInstancesTheLastSliceIsDead() {
        var layout = layouts(mixed(A100, 1, "7 × 1g.10gb")).getFirst();

        assertThat(layout.instances()).extracting(MigGpuLayout.MigLayoutInstance::startUnit).containsExactly(0, 1, 2, 3,
                4, 5, 6);
        assertThat(map(layout).dead()).containsExactly(7);
        assertThat(map(layout).free()).isEmpty();
        assertThat(map(layout).computeUnusable()).isZero();
    }

    @Test
    void twoHalvesLeaveAComputeSliceThatNothingCanUse() {
        var layout = layouts(mixed(A100, 2, "4 × 3g.40gb")).getFirst();

        assertThat(shown(layout)).containsExactly("3g.40gb at 0:4", "3g.40gb at 4:4");
        assertThat(map(layout).dead()).isEmpty();
        assertThat(map(layout).computeUnusable()).isEqualTo(1);
    }

    @Test
    void whatIsNotCutYetIsFreeNotDead() {
        var layout = layouts(mixed(A100, 1, "1 × 3g.40gb")).getFirst();

        assertThat(map(layout).free()).hasSize(4);
        assertThat(map(layout).dead()).isEmpty();
    }

    @Test
    void whatTheExporterReportsIsLaidOutAsADriverUsuallyDoes() {
        var node = new Sample().with(mixed(A100, 1, "1 × 3g.40gb", "1 × 2g.20gb", "2 × 1g.10gb"))
                .pod("r/train", "n", "nvidia.com/mig-3g.40gb", 1).pod("r/book", "n", "nvidia.com/mig-1g.10gb", 1)
                .only();
        var layout = layouts(node,
                readings(device(0, "NVIDIA A100-SXM4-80GB", instance(2, "3g.40gb", 0.91, "train"),
                        instance(5, "2g.20gb", 0, null), instance(11, "1g.10gb", 0.04, null),
                        instance(13, "1g.10gb", 0.2, "book"))))
                .getFirst();

        assertThat(layout.index()).isZero();
        assertThat(layout.source().certainty()).isEqualTo(MigLayoutCertainty.DERIVED_FROM_METRICS);
        assertThat(layout.source().sentence())
                .isEqualTo("Derived from metrics. Instances are drawn at the driver’s default placements.");
        assertThat(shown(layout)).containsExactly("2g.20gb at 0:2", "1g.10gb at 2:1", "1g.10gb at 3:1",
                "3g.40gb at 4:4");
        assertThat(layout.instances()).extracting(MigLayoutDeriverTest::gpuInstance).containsExactly(5, 11, 13, 2);
        assertThat(layout.instances()).extracting(layoutInstance -> layoutInstance.device().holders().stream()
                .map(pod -> pod.name()).findFirst().orElse("")).containsExactly("", "", "book", "train");
        assertThat(layout.instances().getLast().device().reading(DeviceMetric.UTILISATION))
                .isEqualTo(new MetricReading.MeasuredMetricReading(0.91));
        assertThat(layout.heldInstances()).isEqualTo(2);
    }

    @Test
    void countsOfANodeAreDividedOnlyWhereTheyDivide() {
        var alike = layouts(mixed(A100, 8, "8 × 3g.40gb", "8 × 2g.20gb", "16 × 1g.10gb"));
        var mixture = layouts(mixed(A100, 4, "3 × 3g.40gb", "14 × 1g.10gb"));

        assertThat(alike).hasSize(8).allSatisfy(layout -> {
            assertThat(layout.source().certainty()).isEqualTo(MigLayoutCertainty.DERIVED_FROM_LABELS);
            assertThat(layout.source().sentence()).contains("assuming that its 8 MIG GPUs have the same");
            assertThat(shown(layout)).containsExactly("2g.20gb at 0:2", "1g.10gb at 2:1", "1g.10gb at 3:1",
                    "3g.40gb at 4:4");
        });
        assertThat(mixture).singleElement().satisfies(layout -> {
            assertThat(layout.source().certainty()).isEqualTo(MigLayoutCertainty.UNKNOWN);
            assertThat(layout.gpus()).isEqualTo(4);
            assertThat(layout.instances()).hasSize(17);
            assertThat(layout.isPlaced()).isFalse();
            assertThat(layout.source().sentence()).contains("Cannot tell how each of the 4 GPUs is partitioned");
        });
    }

    @Test
    void onAProductWithoutPublishedPlacementsNothingIsDrawn() {
        var node = new Sample().with(mixed("NVIDIA-RTX-PRO-5000-Blackwell", 1, "2 × 1g.24gb")).only();
        var layout = layouts(node, readings(device(0, "NVIDIA RTX PRO 5000 Blackwell", instance(3, "1g.24gb", 0, null),
                instance(4, "1g.24gb", 0, null)))).getFirst();

        assertThat(layout.isPlaced()).isFalse();
        assertThat(layout.instances()).hasSize(2).allMatch(layoutInstance -> layoutInstance.placement() == null);
        assertThat(layout.source().sentence()).endsWith("The placements for this GPU product are not published.");
    }

    @Test
    void onAProductThatNobodyKnowsInstancesAreOnlyListed() {
        var layout = layouts(mixed("NVIDIA-X900", 1, "2 × 1g.99gb")).getFirst();

        assertThat(layout.product()).isEmpty();
        assertThat(layout.instances()).hasSize(2).allMatch(layoutInstance -> layoutInstance.placement() == null);
        assertThat(layout.source().sentence()).contains("the GPU product is unknown");
    }

    @Test
    void whatFitsOnNoGpuIsListedAndSaidToBeSo() {
        var node = new Sample().with(mixed(A100, 1, "2 × 4g.40gb")).only();
        var layout = layouts(node, readings(
                device(0, "NVIDIA A100-SXM4-80GB", instance(1, "4g.40gb", 0, null), instance(2, "4g.40gb", 0, null))))
                .getFirst();

        assertThat(layout.isPlaced()).isFalse();
        assertThat(layout.source().sentence()).contains("fit together on one GPU");
    }

    @Test
    void aGpuOfWhichTheExporterIsSilentIsNotMadeUp() {
        var node = new Sample().with(mixed(A100, 2, "14 × 1g.10gb")).only();
        var seven = IntStream.range(7, 14).mapToObj(id -> instance(id, "1g.10gb", 0, null))
                .toArray(MigInstanceReadings[]::new);
        var layouts = layouts(node, readings(device(0, "NVIDIA A100-SXM4-80GB", seven)));

        assertThat(layouts).extracting(MigGpuLayout::index).containsExactly(0, 1);
        assertThat(layouts.getLast().instances()).isEmpty();
        assertThat(layouts.getLast().source().certainty()).isEqualTo(MigLayoutCertainty.UNKNOWN);
    }

    @Test
    void aNodeWithoutMigHasNoLayouts() {
        assertThat(layouts(node("n").nvidia(A100, 8).has("nvidia.com/gpu", 8))).isEmpty();
    }

    private static ReportedMigPlacements told(ReportedMigPlacements.ReportedMigInstance... instances) {
        return new ReportedMigPlacements("nvidia-smi in ops/driver", Sample.NOW, Arrays.asList(instances));
    }

    private static ReportedMigPlacements.ReportedMigInstance at(int id, String profile, int start, int size) {
        return new ReportedMigPlacements.ReportedMigInstance(0, "", MigProfile.parse(profile).orElseThrow(), id,
                new MigPlacement(start, size));
    }

    private static GpuNode three() {
        return new Sample().with(mixed(A100, 1, "1 × 3g.40gb", "2 × 1g.10gb")).only();
    }

    private static NodeReadings ofThree() {
        return readings(device(0, "NVIDIA A100-SXM4-80GB", instance(2, "3g.40gb", 0.91, null),
                instance(11, "1g.10gb", 0.04, null), instance(13, "1g.10gb", 0.2, null)));
    }

    private static MigGpuLayout exactly(ReportedMigPlacements reportedPlacements) {
        var node = three();
        var readings = ofThree();
        return MigLayoutDeriver
                .layoutsOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), Sample.NOW, reportedPlacements)
                .getFirst();
    }

    @Test
    void whereTheDriverSaysThatInstancesLieTheyAreDrawn() {
        var layout = exactly(told(at(11, "1g.10gb", 6, 1), at(2, "3g.40gb", 0, 4), at(13, "1g.10gb", 4, 1)));

        assertThat(layout.source().certainty()).isEqualTo(MigLayoutCertainty.EXACT);
        assertThat(layout.source().sentence()).isEqualTo("Exact, as reported by nvidia-smi in ops/driver");
        assertThat(shown(layout)).containsExactly("3g.40gb at 0:4", "1g.10gb at 4:1", "1g.10gb at 6:1");
        assertThat(layout.instances()).extracting(MigLayoutDeriverTest::gpuInstance).containsExactly(2, 13, 11);
        assertThat(map(layout).free()).containsExactly(5);
    }

    @Test
    void previewsDrawInstancesWhereTheInspectorDrawsThem() {
        var node = three();
        var readings = new FleetReadings(Sample.NOW, Map.of(node.name(), ofThree()), null);
        for (var reportedPlacements : List.of(ReportedMigPlacements.NOTHING,
                told(at(11, "1g.10gb", 6, 1), at(2, "3g.40gb", 0, 4), at(13, "1g.10gb", 4, 1)))) {
            var inspected = MigLayoutDeriver.layoutsOf(node, ofThree(), NodeGpuTileFactory.tilesOf(node, ofThree()),
                    Sample.NOW, reportedPlacements).getFirst();
            var drawn = MigPlacementTileFactory.tilesOf(node, readings, reportedPlacements).getFirst().parts();
            assertThat(drawn).extracting(GpuHeatmapTile.AllocatableGpuPart::instance).containsExactlyElementsOf(
                    inspected.instances().stream().map(MigLayoutDeriverTest::gpuInstance).toList());
            assertThat(drawn).extracting(part -> Math.round(8 * part.start())).containsExactlyElementsOf(
                    inspected.instances().stream().map(layoutInstance -> (long) layoutInstance.startUnit()).toList());
        }
    }

    @Test
    void withoutNumbersItIsSaidThatInstancesOfOneSizeAreNotToldApart() {
        var layout = exactly(told(at(-1, "1g.10gb", 6, 1), at(-1, "3g.40gb", 0, 4), at(-1, "1g.10gb", 4, 1)));

        assertThat(layout.source().sentence()).endsWith("Instances of the same size cannot be told apart.");
        assertThat(shown(layout)).containsExactly("3g.40gb at 0:4", "1g.10gb at 4:1", "1g.10gb at 6:1");
    }

    @Test
    void whatWasToldOfOtherInstancesOrCannotBeIsNotDrawn() {
        var other = exactly(told(at(2, "3g.40gb", 0, 4), at(5, "2g.20gb", 4, 2)));
        var impossible = exactly(told(at(11, "1g.10gb", 3, 1), at(2, "3g.40gb", 0, 4), at(13, "1g.10gb", 4, 1)));

        assertThat(other.source().certainty()).isEqualTo(MigLayoutCertainty.DERIVED_FROM_METRICS);
        assertThat(other.source().sentence())
                .endsWith("The placements reported by nvidia-smi in ops/driver do not match.");
        assertThat(impossible.source().certainty()).isEqualTo(MigLayoutCertainty.DERIVED_FROM_METRICS);
    }
}
