package tessera.ui.pods;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.ui.pods.PodsQuery.Section;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the pods screen says of whom it lists, and of whom it does not. */
class PodsProjectionTest {

    private static final String GPU = "nvidia.com/gpu";

    private static PodsState state(Sample sample, String filter, String namespace) {
        return new PodsProjection(Accelerators.standard()).state(sample.fleet(),
                new PodsQuery(filter, Section.ALL, namespace, Set.of(), Sample.NOW));
    }

    private static List<String> remarks(PodsState state) {
        return state.lines().stream()
                .flatMap(line -> line instanceof PodLine.Heading heading
                        ? Stream.of(heading.detail())
                        : Stream.empty())
                .toList();
    }

    @Test
    void aPodOfANodeThatMayNotBeListedHoldsItsGpus() {
        var state = state(new Sample().pod("ml/train", "unseen", GPU, 4), "", "");

        assertThat(state.counts()).isEqualTo(new PodsState.Counts(0, 1, 0, true));
        assertThat(remarks(state)).contains("by owner, most GPUs first").doesNotContain("no pod holds a GPU");
    }

    @Test
    void whatIsCountedAmongSomePodsIsAtLeastSoMuch() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("mine/train", "n", GPU, 1)
                .pod("theirs/train", "n", GPU, 1).waiting("mine/big", GPU, 8, "0/1 nodes are available.")
                .waiting("mine/cut", "nvidia.com/mig-1g.10gb", 1, "0/1 nodes are available.").seenIn("mine");
        var titles = state(sample, "name:big", "").lines().stream()
                .flatMap(line -> line instanceof PodLine.Heading heading ? Stream.of(heading.title()) : Stream.empty());

        assertThat(state(sample, "", "").counts()).isEqualTo(new PodsState.Counts(2, 1, 0, false));
        assertThat(state(sample, "name:big", "").count()).isEqualTo("1 of 3 seen");
        assertThat(titles).containsExactly("≥ 1 pending", "≥ 0 running");
        assertThat(remarks(state(sample, "", "")).getFirst())
                .isEqualTo("want at least 8 GPUs and 1 MIG instance · longest first");
    }

    @Test
    void anEmptyClusterIsSaidToBeEmpty() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2));

        assertThat(remarks(state(sample, "", ""))).containsExactly("nobody waits for a GPU", "no pod holds a GPU");
    }

    @Test
    void aListThatIsEmptyBecauseItWasNarrowedSaysNothingOfTheCluster() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("ml/train", "n", GPU, 1)
                .waiting("ml/big", GPU, 8, "0/1 nodes are available.");

        assertThat(remarks(state(sample, "name:nobody", ""))).containsOnly("none passes the filter");
        assertThat(remarks(state(sample, "", "research"))).containsOnly("none passes the filter");
    }
}
