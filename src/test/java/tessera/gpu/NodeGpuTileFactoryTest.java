package tessera.gpu;

import org.junit.jupiter.api.Test;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.model.PodListCompleteness;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

class NodeGpuTileFactoryTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void oneTileForEachGpuFilledAsFarAsPodsHoldThem() {
        var tiles = NodeGpuTileFactory
                .tilesOf(new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 4).has(GPU, 4))
                        .pod("ml/a", "n", GPU, 2).pod("ml/b", "n", GPU, 1).only());

        assertThat(tiles).hasSize(4).allMatch(tile -> tile.status() == GpuTileStatus.USABLE);
        assertThat(tiles)
                .extracting(
                        tile -> tile.parts().getFirst().holder() == null ? "" : tile.parts().getFirst().holder().name())
                .containsExactly("a", "a", "b", "");
    }

    @Test
    void anUnhealthyGpuIsNobodysTile() {
        var tiles = NodeGpuTileFactory.tilesOf(new Sample()
                .with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8, 7)).pod("ml/a", "n", GPU, 8).only());

        assertThat(tiles).filteredOn(tile -> tile.status() == GpuTileStatus.UNHEALTHY).hasSize(1)
                .noneMatch(GpuHeatmapTile::isHeld);
        assertThat(tiles).filteredOn(GpuHeatmapTile::isHeld).hasSize(7);
    }

    @Test
    void instancesLieOnTheirGpusAtTrueSize() {
        var tiles = NodeGpuTileFactory.tilesOf(new Sample()
                .with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 2).has("nvidia.com/mig-1g.10gb", 4)
                        .has("nvidia.com/mig-2g.20gb", 2).has("nvidia.com/mig-3g.40gb", 2))
                .pod("r/a", "n", "nvidia.com/mig-3g.40gb", 1).only());

        assertThat(tiles).hasSize(2);
        assertThat(tiles).allSatisfy(tile -> {
            assertThat(tile.parts()).extracting(AllocatableGpuPart::name).containsExactly("2g.20gb", "1g.10gb",
                    "1g.10gb", "3g.40gb");
            assertThat(tile.parts()).extracting(AllocatableGpuPart::start).containsExactly(0.0, 0.25, 0.375, 0.5);
            assertThat(tile.parts()).extracting(AllocatableGpuPart::size).containsExactly(0.25, 0.125, 0.125, 0.5);
        });
        assertThat(tiles).filteredOn(GpuHeatmapTile::isHeld).hasSize(1);
    }

    @Test
    void noInstanceLiesWhereTheDriverWouldNotPutIt() {
        var small = NodeGpuTileFactory.tilesOf(new Sample()
                .with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 1).has("nvidia.com/mig-1g.10gb", 7)).only());
        var double1g = NodeGpuTileFactory.tilesOf(new Sample().with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 2)
                .has("nvidia.com/mig-3g.40gb", 2).has("nvidia.com/mig-1g.20gb", 4)).only());

        assertThat(small.getFirst().parts()).hasSize(7).extracting(AllocatableGpuPart::start).doesNotContain(7 / 8.0)
                .doesNotHaveDuplicates();
        assertThat(double1g).allSatisfy(tile -> assertThat(tile.parts()).extracting(AllocatableGpuPart::start)
                .isSubsetOf(0.0, 0.25, 0.5, 0.75));
    }

    @Test
    void instancesOfAnUnknownProductLieSideBySide() {
        var tiles = NodeGpuTileFactory.tilesOf(new Sample().with(
                node("n").nvidia("NVIDIA-X900", 1).has("nvidia.com/mig-2g.20gb", 1).has("nvidia.com/mig-1g.10gb", 2))
                .only());

        assertThat(tiles.getFirst().parts()).extracting(AllocatableGpuPart::start).containsExactly(0.0, 0.25, 0.375);
    }

    @Test
    void asManyTilesAreTouchedAsTheTallySaysAreInUse() {
        var shared = new Sample()
                .with(node("n").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 16))
                .pod("n/a", "n", GPU, 1).pod("n/b", "n", GPU, 1).pod("n/c", "n", GPU, 1).only();
        var cut = new Sample()
                .with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 2).has("nvidia.com/mig-1g.10gb", 4)
                        .has("nvidia.com/mig-3g.40gb", 2))
                .pod("r/a", "n", "nvidia.com/mig-3g.40gb", 1).pod("r/b", "n", "nvidia.com/mig-1g.10gb", 1).only();

        assertThat(NodeGpuTileFactory.tilesOf(shared)).filteredOn(GpuHeatmapTile::isHeld)
                .hasSize((int) shared.tally(PodListCompleteness.ALL).allocated());
        assertThat(NodeGpuTileFactory.tilesOf(cut)).filteredOn(GpuHeatmapTile::isHeld)
                .hasSize((int) cut.tally(PodListCompleteness.ALL).allocated());
    }

    @Test
    void aNodeThatDoesNotReportHasTilesOfUnknownState() {
        var tiles = NodeGpuTileFactory
                .tilesOf(new Sample().with(node("n").nvidia("Tesla-T4", 4).has(GPU, 4).ready("Unknown", "")).only());

        assertThat(tiles).hasSize(4).allMatch(tile -> tile.status() == GpuTileStatus.UNKNOWN);
    }
}
