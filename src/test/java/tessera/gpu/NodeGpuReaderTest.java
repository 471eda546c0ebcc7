package tessera.gpu;

import org.junit.jupiter.api.Test;
import tessera.model.NodeDraDevices;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tessera.gpu.Sample.node;

/** What an operator is told of a node's GPUs. */
class NodeGpuReaderTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void aPlainNodeHasAsManyGpusAsItAdvertises() {
        var h100 = new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
                .pod("ml/a", "h100-01", GPU, 2).pod("ml/b", "h100-01", GPU, 4).finished("ml/c", "h100-01", GPU, 2)
                .only();

        assertThat(h100.product().title()).isEqualTo("H100 SXM 80 GB");
        assertThat(h100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(6, 0, 2, 0, 0, 0, 0, 0, 0));
        assertThat(h100.uses()).containsExactly(new NodeResourceUse(GPU, 8, 8, 6, 2));
        assertThat(h100.freeBlock()).isEqualTo(2);
        assertThat(h100.divisionText()).isEqualTo("whole");
        assertThat(h100.state()).isEqualTo(GpuNodeState.READY);
    }

    @Test
    void replicasAreNotPhysicalGpus() {
        var l40s = new Sample()
                .with(node("l40s-01").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 16))
                .pod("n/a", "l40s-01", GPU, 1).pod("n/b", "l40s-01", GPU, 1).only();

        assertThat(l40s.product().title()).isEqualTo("L40S 48 GB");
        assertThat(l40s.tally(PodListCompleteness.ALL).total()).isEqualTo(4);
        assertThat(l40s.tally(PodListCompleteness.ALL).parts()).isEqualTo(2);
        assertThat(l40s.divisionText()).isEqualTo("time-slice × 4");
        assertThat(l40s.freeBlock()).as("a share is no whole GPU").isZero();
    }

    @Test
    void renamedReplicasDoNotInflateCapacity() {
        var l40s = new Sample().with(node("l40s-04").nvidia("NVIDIA-L40S", 4).label("nvidia.com/gpu.replicas", "4")
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 0).has("nvidia.com/gpu.shared", 16))
                .pod("n/a", "l40s-04", "nvidia.com/gpu.shared", 1).only();

        assertThat(l40s.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(0, 1, 3, 0, 0, 0, 0, 0, 0));
        assertThat(l40s.uses()).extracting(NodeResourceUse::resource).containsExactly("nvidia.com/gpu.shared");
    }

    @Test
    void instancesThatAreSharedAreTheirOwnNumberAndTheirSharesAreTold() {
        var a100 = new Sample().with(node("a100").nvidia("NVIDIA-A100-SXM4-80GB", 1)
                .label("nvidia.com/gpu.replicas", "0").label("nvidia.com/gpu.sharing-strategy", "time-slicing")
                .label("nvidia.com/mig-1g.10gb.replicas", "4").has("nvidia.com/mig-1g.10gb", 28)).only();

        assertThat(a100.divisionText()).isEqualTo("MIG mixed, time-slice × 4");
        assertThat(a100.tally(PodListCompleteness.ALL).total()).isEqualTo(1);
        assertThat(NodeGpuTileFactory.tilesOf(a100, null).getFirst().parts()).hasSize(7);
    }

    @Test
    void underStrategyMixedWholeAndCutGpusStandSideBySide() {
        var h100 = new Sample()
                .with(node("h100-06").nvidia("NVIDIA-H100-80GB-HBM3", 8).label("nvidia.com/gpu.replicas", "1")
                        .label("nvidia.com/mig.strategy", "mixed").has(GPU, 4).has("nvidia.com/mig-1g.10gb", 8)
                        .has("nvidia.com/mig-2g.20gb", 4).has("nvidia.com/mig-3g.40gb", 4))
                .pod("r/a", "h100-06", GPU, 3).pod("r/b", "h100-06", "nvidia.com/mig-3g.40gb", 1).only();

        assertThat(h100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(3, 1, 4, 0, 0, 0, 0, 0, 0));
        assertThat(h100.divisionText()).isEqualTo("MIG mixed");
        assertThat(h100.freeBlock()).isEqualTo(1);
    }

    @Test
    void whenEveryGpuIsCutThePlainResourceAtZeroIsNoLoss() {
        var a100 = new Sample()
                .with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 2).label("nvidia.com/gpu.replicas", "0")
                        .label("nvidia.com/mig.strategy", "mixed").has(GPU, 0).has("nvidia.com/mig-1g.10gb", 14))
                .only();

        assertThat(a100.state()).isEqualTo(GpuNodeState.READY);
        assertThat(a100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(0, 0, 2, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void underStrategySingleInstancesAreToldFromGpus() {
        var a100 = new Sample().with(node("a100-02").nvidia("NVIDIA-A100-SXM4-80GB-MIG-1g.10gb", 14)
                .label("nvidia.com/mig.strategy", "single").has(GPU, 14)).pod("r/a", "a100-02", GPU, 1).only();

        assertThat(a100.product().title()).isEqualTo("A100 SXM4 80 GB");
        assertThat(a100.tally(PodListCompleteness.ALL).total()).isEqualTo(2);
        assertThat(a100.divisionText()).isEqualTo("MIG single");
    }

    @Test
    void aDeviceWithheldFromTheSchedulerIsUnhealthyAndNotFree() {
        var h100 = new Sample().with(node("h100-08").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8, 7))
                .pod("ml/a", "h100-08", GPU, 6).only();

        assertThat(h100.state()).isEqualTo(GpuNodeState.UNHEALTHY);
        assertThat(h100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(6, 0, 1, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void moreHeldThanOfferedIsAFactOfItsOwnAndNothingGoesNegative() {
        var h100 = new Sample().with(node("h100-08").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8, 5))
                .pod("ml/a", "h100-08", GPU, 8).only();

        var use = h100.uses().getFirst();
        assertThat(use.free()).isZero();
        assertThat(use.overcommitted()).isEqualTo(3);
        assertThat(h100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(5, 0, 0, 3, 0, 0, 0, 0, 0));
    }

    @Test
    void whatIsOfferedBeyondTheBoardsThatThereAreAreSharesOfThem() {
        var odd = new Sample().with(node("odd").nvidia("NVIDIA-L4", 2).has(GPU, 2, 4)).only();

        assertThat(odd.uses().getFirst().unhealthy()).isZero();
        assertThat(odd.tally(PodListCompleteness.ALL).free()).isEqualTo(2);
        assertThat(odd.divisionText()).isEqualTo("shared × 2");
    }

    @Test
    void gpusBehindACordonAreNeitherFreeNorGone() {
        var h100 = new Sample().with(node("h100-07").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8).cordoned())
                .pod("ml/a", "h100-07", GPU, 3).only();

        assertThat(h100.state()).isEqualTo(GpuNodeState.CORDONED);
        assertThat(h100.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(3, 0, 0, 0, 0, 0, 5, 0, 0));
        assertThat(h100.freeBlock()).isZero();
    }

    @Test
    void gpusOfANodeThatDoesNotReportAreLost() {
        var t4 = new Sample().with(node("t4-03").nvidia("Tesla-T4", 4).has(GPU, 4).ready("Unknown",
                "Kubelet stopped posting node status.")).pod("ml/a", "t4-03", GPU, 1).only();

        assertThat(t4.state()).isEqualTo(GpuNodeState.UNREACHABLE);
        assertThat(t4.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(0, 0, 0, 0, 4, 0, 0, 0, 0));
    }

    @Test
    void gpusThatLabelsSeeAndTheKubeletDoesNotOfferAreShownAsSuch() {
        var l40s = new Sample().with(node("l40s-04").nvidia("NVIDIA-L40S", 4)).only();

        assertThat(l40s.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
        assertThat(l40s.tally(PodListCompleteness.ALL).notOffered()).isEqualTo(4);
    }

    @Test
    void gpusThatAreHandedOutByClaimsAreNeitherMissedNorCountedWithThoseOfPlugins() {
        var claimed = new Sample()
                .with(node("l4-01").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("l4-01", NodeDraDevices.UNREAD).only();

        assertThat(claimed.state()).isEqualTo(GpuNodeState.READY);
        assertThat(claimed.tally(PodListCompleteness.ALL)).isEqualTo(GpuStatusCounts.NONE);
        assertThat(claimed.divisionText()).isEqualTo("by claims");
    }

    @Test
    void gpusThatResourceSlicesMayPublishAreNeitherMissedNorCountedWhereSlicesMayNotBeRead() {
        var unread = new Sample().with(node("l4-01").nvidia("NVIDIA-L4", 2)).published("l4-01", NodeDraDevices.UNREAD)
                .only();

        assertThat(unread.state()).isEqualTo(GpuNodeState.OFFER_UNKNOWN);
        assertThat(unread.isUncounted()).isTrue();
        assertThat(unread.tally(PodListCompleteness.ALL)).isEqualTo(GpuStatusCounts.NONE);
    }

    @Test
    void gpusOfADevicePluginThatDiedAreMissedThoughSlicesMayNotBeRead() {
        var died = new Sample().with(node("l4-01").nvidia("NVIDIA-L4", 2).has(GPU, 0))
                .published("l4-01", NodeDraDevices.UNREAD).only();

        assertThat(died.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
        assertThat(died.isUncounted()).isFalse();
        assertThat(died.tally(PodListCompleteness.ALL).notOffered()).isEqualTo(2);
    }

    @Test
    void gpusOfADevicePluginThatDiedBesideADriverForClaimsAreMissed() {
        var died = new Sample().with(node("l4-01").nvidia("NVIDIA-L4", 2).has(GPU, 0)
                .label("nvidia.com/gpu.deploy.device-plugin", "true").label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .only();

        assertThat(died.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
        assertThat(died.tally(PodListCompleteness.ALL).notOffered()).isEqualTo(2);
    }

    @Test
    void aPluginThatWentAwayLeavesAGpuNodeBehind() {
        var gone = new Sample().with(node("gke-1").has(GPU, 0)).only();

        assertThat(gone.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
    }

    @Test
    void aResourceThatOnlyAPodStillHoldsIsShown() {
        var a100 = new Sample().with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 1).has(GPU, 1))
                .pod("r/old", "a100-01", "nvidia.com/mig-1g.10gb", 1).only();

        assertThat(a100.uses()).contains(new NodeResourceUse("nvidia.com/mig-1g.10gb", 0, 0, 1, 1));
    }

    @Test
    void otherVendorsAreReadByTheSameRules() {
        var fleet = new Sample()
                .with(node("mi300x-01").label("amd.com/gpu.product-name", "AMD_Instinct_MI300X_OAM")
                        .label("amd.com/gpu.vram", "192G").has("amd.com/gpu", 8))
                .with(node("gaudi-01").has("habana.ai/gaudi", 8)).with(node("trn1").has("aws.amazon.com/neuron", 16)
                        .has("aws.amazon.com/neuroncore", 32).has("vpc.amazonaws.com/efa", 8))
                .with(node("cpx").has("amd.com/cpx_nps4", 64)).fleet();

        assertThat(fleet.nodes()).extracting(n -> n.product().title(), n -> n.tally(PodListCompleteness.ALL).total())
                .containsExactly(tuple("AMD GPU", 8L), tuple("Gaudi", 8L), tuple("MI300X OAM 192 GB", 8L),
                        tuple("Neuron", 16L));
    }

    @Test
    void networkCardsAndMemoryAreNoGpus() {
        var fleet = new Sample().with(node("cpu").has("cpu", 64000).has("nvidia.com/mlnxnics", 8)
                .has("rdma/hca_shared_devices_a", 1000).has("hugepages-2Mi", 1 << 30)).fleet();

        assertThat(fleet.nodes()).isEmpty();
    }

    @Test
    void anAbsurdNumberOfGpusNeitherOverflowsNorHangs() {
        var absurd = new Sample().with(node("absurd").has(GPU, Long.MAX_VALUE))
                .pod("a/b", "absurd", GPU, Long.MAX_VALUE).pod("a/c", "absurd", GPU, Long.MAX_VALUE).only();

        assertThat(absurd.uses().getFirst().allocated()).isEqualTo(Long.MAX_VALUE);
        assertThat(NodeGpuTileFactory.tilesOf(absurd)).hasSizeLessThanOrEqualTo(1024);
    }

    @Test
    void moreGpusThanAreDrawnAreCountedAll() {
        var rack = new Sample().with(node("rack").has(GPU, 4096)).pod("a/b", "rack", GPU, 1500).only();

        assertThat(rack.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(1500, 0, 2596, 0, 0, 0, 0, 0, 0));
        assertThat(NodeGpuTileFactory.tilesOf(rack)).hasSize(1024).allMatch(GpuHeatmapTile::isHeld);
    }

    @Test
    void instancesThatAreWithheldLeaveNoGpuFree() {
        var a100 = new Sample().with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 2)
                .label("nvidia.com/mig.strategy", "mixed").has("nvidia.com/mig-1g.10gb", 14, 0)).only();

        assertThat(a100.tally(PodListCompleteness.ALL).free()).isZero();
        assertThat(a100.tally(PodListCompleteness.ALL).unhealthy()).isEqualTo(2);
        assertThat(NodeGpuTileFactory.tilesOf(a100))
                .allSatisfy(tile -> assertThat(tile.status()).isEqualTo(GpuHeatmapTile.GpuTileStatus.UNHEALTHY));
    }

    @Test
    void aGpuThatAPodHoldsIsThereThoughNothingIsOfferedAnyMore() {
        var sample = new Sample().with(node("a").has("nvidia.com/gpu", 0)).pod("ml/train", "a", "nvidia.com/gpu", 1);

        var node = sample.fleet().nodes().getFirst();

        assertThat(node.nodeStatus().counts().total()).isEqualTo(1);
        assertThat(node.totalBound()).isEqualTo(EstimateBoundKind.AT_LEAST);
    }

    @Test
    void allGpusThatPodsHoldAreThereAndAllocatedThoughNothingIsOfferedAnyMore() {
        var node = new Sample().with(node("a").has("nvidia.com/gpu", 0)).pod("ml/train", "a", "nvidia.com/gpu", 8)
                .only();

        assertThat(node.nodeStatus().counts().total()).isEqualTo(8);
        assertThat(node.totalBound()).isEqualTo(EstimateBoundKind.AT_LEAST);
        assertThat(node.tally(PodListCompleteness.ALL).allocated()).isEqualTo(8);
        assertThat(node.allocatedBound(PodListCompleteness.ALL)).isEqualTo(EstimateBoundKind.EXACT);
        assertThat(node.tally(PodListCompleteness.ALL).free()).isZero();
        assertThat(node.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
    }
}
