package tessera.ui.inspect;

import org.junit.jupiter.api.Test;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the inspector says of the pods on a node. */
class InspectorProjectionTest {

    private static final String GPU = "nvidia.com/gpu";

    private static Sample sample() {
        return new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4, 2)).pod("mine/a", "n", GPU, 3)
                .pod("theirs/b", "n", GPU, 1);
    }

    private static InspectorState inspected(Sample sample) {
        return new InspectorProjection(Accelerators.standard()).state(sample.fleet(),
                new InspectorQuery(ObjectRef.node("n"), Sample.NOW));
    }

    @Test
    void thePodsOfANodeAreCountedAsFarAsTheyAreSeen() {
        assertThat(Sections.count(inspected(sample()).pods())).isEqualTo("2");
        assertThat(Sections.count(inspected(sample().seenIn("mine")).pods())).isEqualTo("≥ 1");
        assertThat(Sections.count(inspected(sample().unseen()).pods())).isEqualTo("–");
    }

    @Test
    void moreMayBeHeldThanIsSeenToBeHeld() {
        assertThat(inspected(sample()).uses().getFirst().note()).isEqualTo("2 more held than offered");
        assertThat(inspected(sample().seenIn("mine")).uses().getFirst().note()).isEqualTo("≥ 1 more held than offered");
        assertThat(inspected(sample().unseen()).uses().getFirst().note()).isEqualTo("2 unhealthy");
    }
}
