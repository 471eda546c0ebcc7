package tessera.diagnosis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.Sample;
import tessera.gpu.Sample.NodeBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Who sees the pods of some namespaces only is told bounds that hold whatever else is held. */
class PartialSightTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String SMALL = "nvidia.com/mig-1g.10gb";
    private static final String MEDIUM = "nvidia.com/mig-2g.20gb";
    private static final String LARGE = "nvidia.com/mig-3g.40gb";
    private static final String HALF = "nvidia.com/mig-4g.40gb";
    private static final List<List<String>> LAYOUTS = List.of(List.of(SMALL, SMALL, SMALL, SMALL, SMALL, SMALL, SMALL),
            List.of(LARGE, MEDIUM, SMALL, SMALL), List.of(LARGE, LARGE), List.of(HALF, LARGE),
            List.of("nvidia.com/mig-7g.80gb"), List.of(MEDIUM, MEDIUM, MEDIUM, SMALL));

    private static NodeBuilder shared(int gpus, int shares) {
        return node("n").nvidia("NVIDIA-L40S-SHARED", gpus).label("nvidia.com/gpu.replicas", "" + shares)
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, (long) gpus * shares);
    }

    private static NodeBuilder cut(int gpus) {
        return node("n").nvidia("NVIDIA-A100-SXM4-80GB", gpus).label("nvidia.com/mig.strategy", "mixed");
    }

    @Test
    void sharesMayAllLieOnOneGpuAndTheRestMayBeFree() {
        var counts = new Sample().with(shared(4, 4)).pod("mine/a", "n", GPU, 3).pod("mine/b", "n", GPU, 2)
                .seenIn("mine").fleet().tally();

        assertThat(counts).isEqualTo(new GpuStatusCounts(0, 2, 2, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void instancesMayLieAsCloseAsTheyFit() {
        var small = new Sample().with(cut(4).has(SMALL, 28)).pod("mine/a", "n", SMALL, 8).seenIn("mine").fleet();
        var large = new Sample().with(cut(4).has(LARGE, 4).has(SMALL, 8)).pod("mine/a", "n", LARGE, 3)
                .pod("mine/b", "n", SMALL, 1).seenIn("mine").fleet();

        assertThat(small.tally()).isEqualTo(new GpuStatusCounts(0, 2, 2, 0, 0, 0, 0, 0, 0));
        assertThat(large.tally()).as("two of 3g.40gb are a GPU")
                .isEqualTo(new GpuStatusCounts(0, 2, 2, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void sharesOfInstancesAreFewerInstances() {
        var counts = new Sample()
                .with(cut(2).label("nvidia.com/mig-1g.10gb.replicas", "4").has(SMALL + ".shared", 2 * 7 * 4))
                .pod("mine/a", "n", SMALL + ".shared", 28).seenIn("mine").fleet().tally();

        assertThat(counts.allocated()).isEqualTo(1);
        assertThat(counts.free()).isEqualTo(1);
    }

    @Test
    void whoSeesAllPodsIsNeverPromisedAGpuThatMayBeInUse() {
        var counts = new Sample().with(shared(4, 4)).pod("mine/a", "n", GPU, 3).fleet().tally();

        assertThat(counts).isEqualTo(new GpuStatusCounts(0, 3, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void whoSeesNoPodsIsPromisedNothingHeld() {
        var counts = new Sample().with(cut(4).has(SMALL, 28)).pod("theirs/a", "n", SMALL, 8).unseen().fleet().tally();

        assertThat(counts).isEqualTo(new GpuStatusCounts(0, 0, 4, 0, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theBoundsHoldWhereverThePartsLie(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            var machine = new Machine(random);
            var counts = machine.sample.seenIn("mine").fleet().tally();

            assertThat(counts.allocated()).as("%s", machine.gpus).isLessThanOrEqualTo(machine.allocated);
            assertThat(counts.free() + counts.cordoned()).as("%s", machine.gpus)
                    .isGreaterThanOrEqualTo(machine.gpus.size() - machine.allocated);
            assertThat(counts.total()).isEqualTo(machine.gpus.size());
        }
    }

    /** A node of which it is known where every part lies, and who holds it. */
    private static final class Machine {

        private final Sample sample;
        private final List<List<String>> gpus = new ArrayList<>();
        private long allocated;
        private int pods;

        Machine(Random random) {
            int count = 1 + random.nextInt(8);
            int shares = 2 + random.nextInt(6);
            boolean mig = random.nextBoolean();
            for (int gpu = 0; gpu < count; gpu++) {
                gpus.add(mig ? LAYOUTS.get(random.nextInt(LAYOUTS.size()))
                        : List.copyOf(Collections.nCopies(shares, GPU)));
            }
            var builder = mig ? cut(count) : shared(count, shares);
            if (mig) {
                gpus.stream().flatMap(List::stream).distinct().forEach(resource -> builder.has(resource,
                        gpus.stream().flatMap(List::stream).filter(resource::equals).count()));
            }
            sample = new Sample().with(random.nextInt(4) == 0 ? builder.cordoned() : builder);
            int busy = random.nextInt(100);
            gpus.forEach(parts -> hold(parts, random, busy));
        }

        private void hold(List<String> parts, Random random, int busy) {
            boolean touched = false;
            for (var part : parts) {
                if (random.nextInt(100) < busy) {
                    touched = true;
                    sample.pod((random.nextBoolean() ? "mine/p" : "theirs/p") + pods++, "n", part, 1);
                }
            }
            allocated += touched ? 1 : 0;
        }
    }
}
