package tessera.ui.nodes;

import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the nodes screen says of what it does not have, and of what may be more. */
class NodesProjectionTest {

    private static String cell(Sample sample, String column) {
        var row = new NodesProjection().state(sample.fleet(), new NodesQuery("", Sort.NONE, Sample.NOW)).rows()
                .getFirst();
        return NodeRow.columns().stream().filter(candidate -> candidate.id().equals(column)).findFirst().orElseThrow()
                .text().apply(row);
    }

    private static Sample sample() {
        return new Sample()
                .with(node("n").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                        .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has("nvidia.com/gpu", 16)
                        .has("cpu", 8000))
                .pod("mine/a", "n", "nvidia.com/gpu", 2).pod("theirs/b", "n", "nvidia.com/gpu", 1);
    }

    @Test
    void whatMayBeMoreOrLessSaysSoInEveryColumn() {
        var seen = sample().seenIn("mine");

        assertThat(cell(seen, "pods")).isEqualTo("≥ 1");
        assertThat(cell(seen, "allocated")).isEqualTo("≥ 1");
        assertThat(cell(seen, "free")).isEqualTo("≤ 3");
        assertThat(cell(seen, "cpu")).startsWith("≥ 0 / ");
        assertThat(cell(sample(), "pods")).isEqualTo("2");
        assertThat(cell(sample(), "allocated")).as("which GPUs the shares lie on is not told").isEqualTo("≤ 3");
        assertThat(cell(sample(), "free")).isEqualTo("≥ 1");
    }

    @Test
    void whatIsNotKnownIsNeverZero() {
        for (var column : new String[] {"pods", "allocated", "free", "cpu"}) {
            assertThat(cell(sample().unseen(), column)).as(column).isEqualTo("–");
        }
    }

    @Test
    void nodesWithoutGpusAreNotBlamedOnTheFilter() {
        var state = new NodesProjection().state(new Sample().with(node("plain")).fleet(),
                new NodesQuery("", Sort.NONE, Sample.NOW));

        assertThat(state.notice().map(Notice::title)).hasValue("No node has a GPU");
    }
}
