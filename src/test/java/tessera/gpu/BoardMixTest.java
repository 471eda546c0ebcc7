package tessera.gpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tessera.model.PodListCompleteness;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Whatever a fleet is made of, each board is counted once: the totals are those of a count that is kept beside. */
class BoardMixTest {

    private static final int MIXES = 300;
    private static final int KINDS = 12;
    private static final String GPU = "nvidia.com/gpu";

    private Sample sample = new Sample();
    private final Random random = new Random(20261128);

    /** A node, and what is true of it. */
    private record Machine(Sample.NodeBuilder node, long boards, long held, long outOfService, boolean gap) {

        Machine(Sample.NodeBuilder node, long boards, long held) {
            this(node, boards, held, 0, false);
        }
    }

    @Test
    void totalsAreThoseOfAnIndependentCount() {
        for (int mix = 0; mix < MIXES; mix++) {
            sample = new Sample();
            long boards = 0;
            long allocated = 0;
            long out = 0;
            boolean gap = false;
            var kinds = new ArrayList<String>();
            for (int at = 0; at < 1 + random.nextInt(5); at++) {
                int kind = random.nextInt(KINDS);
                kinds.add(kind + "@n" + at);
                var machine = machine(kind, "n" + at);
                sample.with(machine.node());
                boards += machine.boards();
                allocated += machine.held();
                out += machine.outOfService();
                gap |= machine.gap();
            }
            var fleet = sample.fleet();
            var counts = fleet.tally();

            assertThat(counts.total()).as("boards of mix %d: %s", mix, kinds).isEqualTo(boards);
            assertThat(counts.allocated() + counts.free() + counts.outOfService()).isEqualTo(boards);
            assertThat(counts.outOfService()).as("out of service of mix %d: %s", mix, kinds).isEqualTo(out);
            assertThat(counts.allocated()).as("held of mix %d: %s", mix, kinds).isEqualTo(allocated);
            assertThat(fleet.nodes().stream().flatMap(node -> NodeGpuTileFactory.tilesOf(node).stream()).count())
                    .as("tiles of mix %d: %s", mix, kinds).isEqualTo(boards);
            assertThat(fleet.nodes().stream().flatMap(node -> NodeGpuTileFactory.tilesOf(node).stream())
                    .filter(GpuHeatmapTile::isHeld).count()).as("held tiles of mix %d: %s", mix, kinds)
                    .isEqualTo(allocated);
            assertThat(fleet.totalBound(fleet.nodes()))
                    .isEqualTo(gap ? EstimateBoundKind.AT_LEAST : EstimateBoundKind.EXACT);
            assertWorth(fleet, allocated);
        }
    }

    /** What pods hold of boards comes to no more than the boards on which they hold anything. */
    private static void assertWorth(GpuFleet fleet, long allocated) {
        var holdings = new FleetPodGpuAllocations(fleet, AcceleratorCatalog.standard());
        assertThat(holdings.worthOf(fleet.holders().toList())).isLessThanOrEqualTo(allocated + 0.001);
    }

    private Machine machine(int kind, String name) {
        int boards = 1 + random.nextInt(8);
        var node = node(name);
        return switch (kind) {
            case 0 -> whole(node.nvidia("NVIDIA-L40S", boards).has(GPU, boards), name, boards);
            case 1 -> shared(node.nvidia("NVIDIA-L40S-SHARED", boards).label("nvidia.com/gpu.replicas", "4"), name,
                    boards, GPU, 4);
            case 2 -> shared(node.nvidia("NVIDIA-L40S", boards).label("nvidia.com/gpu.replicas", "3"), name, boards,
                    "nvidia.com/gpu.shared", 3);
            case 3 -> instances(node, name, boards);
            case 4 -> hami(node, name, boards);
            case 5 -> kai(node, name, boards);
            case 6 -> shared(node.label("amd.com/gpu.product-name", "AMD_Instinct_MI300X_OAM")
                    .label("amd.com/compute-memory-partition", "qpx_nps1"), name, boards, "amd.com/gpu", 4);
            case 7 -> shared(node.label("gpu.intel.com/device-id.0380-56c0.count", Integer.toString(boards)), name,
                    boards, "gpu.intel.com/i915", 5);
            case 8 -> claimed(node, new ClaimedMachine(name, random, sample).whole(boards).incomplete());
            case 9 -> claimed(node, new ClaimedMachine(name, random, sample).instances(boards));
            case 10 -> claimed(node, new ClaimedMachine(name, random, sample).partitions(boards).incomplete());
            default -> claimed(node, new ClaimedMachine(name, random, sample).shares(boards).incomplete());
        };
    }

    private Machine whole(Sample.NodeBuilder node, String name, int boards) {
        int held = random.nextInt(boards + 1);
        for (int at = 0; at < held; at++) {
            sample.pod("a/" + name + "-" + at, name, GPU, 1);
        }
        return new Machine(node, boards, held);
    }

    private static Machine claimed(Sample.NodeBuilder node, ClaimedMachine machine) {
        machine.publish();
        return new Machine(node, machine.total(), machine.held(), machine.outOfService(), machine.gap());
    }

    /** Pods are spread board by board, as the plugin spreads them; each board that has one is held. */
    private Machine shared(Sample.NodeBuilder node, String name, int boards, String resource, int shares) {
        int pods = random.nextInt(boards * shares + 1);
        for (int at = 0; at < pods; at++) {
            sample.pod("a/" + name + "-" + at, name, resource, 1);
        }
        return new Machine(node.has(resource, (long) boards * shares), boards, Math.min(boards, pods));
    }

    /** Some boards are whole and some cut in seven; now and then what the cut ones offered as whole is left over. */
    private Machine instances(Sample.NodeBuilder node, String name, int boards) {
        int cut = 1 + random.nextInt(boards);
        int stale = random.nextBoolean() ? cut : 0;
        int pods = random.nextInt(cut * 7 + 1);
        for (int at = 0; at < pods; at++) {
            sample.pod("a/" + name + "-" + at, name, "nvidia.com/mig-1g.10gb", 1);
        }
        boolean left = stale > 0 && cut == boards;
        return new Machine(
                node.nvidia("NVIDIA-H100-80GB-HBM3", boards).label("nvidia.com/mig.strategy", "mixed")
                        .has(GPU, boards - cut + (left ? stale : 0)).has("nvidia.com/mig-1g.10gb", cut * 7L),
                boards, Math.min(cut, pods));
    }

    private Machine hami(Sample.NodeBuilder node, String name, int boards) {
        var register = new StringBuilder();
        long allocated = 0;
        for (int board = 0; board < boards; board++) {
            var id = "GPU-" + name + "-" + board;
            register.append(id).append(",10,24564,100,NVIDIA-NVIDIA GeForce RTX 4090,0,true,").append(board)
                    .append(",hami-core:");
            int pods = random.nextInt(4);
            allocated += pods > 0 ? 1 : 0;
            for (int at = 0; at < pods; at++) {
                sample.pod("a/" + name + "-" + board + "-" + at, name, GPU, 1).noted("hami.io/vgpu-devices-allocated",
                        id + ",NVIDIA,6000,20:;");
            }
        }
        return new Machine(node.annotation("hami.io/node-nvidia-register", register.toString()).has(GPU, boards * 10L),
                boards, allocated);
    }

    private Machine kai(Sample.NodeBuilder node, String name, int boards) {
        int reserved = random.nextInt(boards + 1);
        for (int at = 0; at < reserved; at++) {
            var group = Map.of("runai-gpu-group", name + "-" + at);
            sample.pod("kai/r-" + name + "-" + at, name, GPU, 1, group).noted("run.ai/reserve_for_gpu_index",
                    "GPU-" + at);
            int sharers = 1 + random.nextInt(3);
            for (int sharer = 0; sharer < sharers; sharer++) {
                sample.pod("ai/s-" + name + "-" + at + "-" + sharer, name, "cpu", 1, group).noted("gpu-fraction",
                        "0.3");
            }
        }
        int whole = random.nextInt(boards - reserved + 1);
        for (int at = 0; at < whole; at++) {
            sample.pod("ai/w-" + name + "-" + at, name, GPU, 1);
        }
        return new Machine(node.nvidia("NVIDIA-L40S", boards).label("nvidia.com/gpu.memory", "46068").has(GPU, boards),
                boards, (long) reserved + whole);
    }

    @Test
    void whereAPluginOffersWhatClaimsHandOutTheCountsBoundTheTruth() {
        for (int mix = 0; mix < MIXES; mix++) {
            sample = new Sample();
            int boards = 1 + random.nextInt(8);
            int shares = 1 + random.nextInt(3);
            int offered = 1 + random.nextInt(boards);
            var node = node("n").nvidia("NVIDIA-L40S", offered)
                    .label("nvidia.com/gpu.replicas", Integer.toString(shares)).has(GPU, (long) offered * shares);
            var given = new HashSet<Integer>();
            for (int unit = 0; unit < offered * shares; unit++) {
                if (random.nextInt(3) == 0) {
                    sample.pod("a/p" + unit, "n", GPU, 1);
                    given.add(unit / shares);
                }
            }
            var machine = new ClaimedMachine("n", random, sample).plain(boards).publish();
            given.addAll(machine.heldBoards());
            var fleet = sample.with(node).fleet();
            var counts = fleet.tally();
            var bound = GpuFleet.allocatedBound(fleet.nodes(), PodListCompleteness.ALL);

            assertThat(counts.total()).as("mix %d", mix).isEqualTo(boards);
            assertThat((long) given.size()).as("mix %d", mix).isBetween(
                    fleet.nodes().getFirst().tally(PodListCompleteness.SOME).allocated(), counts.allocated());
            assertThat(bound == EstimateBoundKind.EXACT).as("mix %d", mix).isEqualTo(
                    fleet.nodes().getFirst().tally(PodListCompleteness.SOME).allocated() == counts.allocated());
            assertThat(GpuFleet.freeBound(fleet.nodes(), PodListCompleteness.ALL))
                    .isEqualTo(bound == EstimateBoundKind.EXACT ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST);
        }
    }

    @Test
    void sharersOfAReservedBoardHoldItAndTheReservationDoesNot() {
        var group = Map.of("runai-gpu-group", "g");
        sample.with(node("n").nvidia("NVIDIA-L40S", 2).has(GPU, 2)).pod("kai/r", "n", GPU, 1, group)
                .noted("run.ai/reserve_for_gpu_index", "0").pod("ai/a", "n", "cpu", 1, group)
                .noted("gpu-fraction", "0.5").pod("ai/b", "n", "cpu", 1, group).noted("gpu-fraction", "0.25");
        var fleet = sample.fleet();
        var gpuNode = fleet.nodes().getFirst();

        assertThat(gpuNode.holders()).extracting(pod -> pod.key()).containsExactly("ai/a", "ai/b");
        assertThat(gpuNode.tally(PodListCompleteness.ALL)).isEqualTo(new GpuStatusCounts(0, 1, 1, 0, 0, 0, 0, 0, 0));
        assertThat(new FleetPodGpuAllocations(fleet, AcceleratorCatalog.standard())
                .worthOf(fleet.snapshot().pods().toList())).isEqualTo(0.75);
        assertThat(NodeGpuTileFactory.tilesOf(gpuNode))
                .extracting(tile -> tile.parts().stream().map(GpuHeatmapTile.AllocatableGpuPart::size).toList())
                .containsExactlyInAnyOrder(List.of(0.5, 0.25, 0.25), List.of(1.0));
    }
}
