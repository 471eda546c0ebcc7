package tessera.ui.nodes;

import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the nodes screen says when it has no rows. */
class NodesProjectionTest {

    @Test
    void nodesWithoutGpusAreNotBlamedOnTheFilter() {
        var state = new NodesProjection().state(new Sample().with(node("plain")).fleet(),
                new NodesQuery("", Sort.NONE, Sample.NOW));

        assertThat(state.notice().map(Notice::title)).hasValue("No node has a GPU");
    }
}
