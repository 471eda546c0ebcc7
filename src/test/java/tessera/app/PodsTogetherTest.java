package tessera.app;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Pods that are named together are one change. */
@Timeout(180)
class PodsTogetherTest extends ServedCluster {

    private static final String ONE = "research/vlm-eval-9kd2f";
    private static final String OTHER = "research/vlm-eval-b7x1q";

    @Test
    void bothGoAndNeitherTwice() throws Exception {
        var preview = there("plan", "evict", ONE, OTHER, ONE);
        assertThat(preview.code()).as(preview.err()).isZero();
        assertThat(preview.out()).containsOnlyOnce("evicted   " + ONE).containsOnlyOnce("evicted   " + OTHER);

        var done = there("plan", "evict", ONE, OTHER, "--apply", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(there("pods").out()).doesNotContain("vlm-eval-9kd2f", "vlm-eval-b7x1q").contains("vlm-eval-");
    }

    @Test
    void oneThatIsNotThereKeepsTheOthers() throws Exception {
        var refused = there("plan", "delete", "research/vlm-eval-m3p8z", "research/gone");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("Pod gone does not exist");
    }

    @Test
    void ofWhatMakesPodsOneIsNamed() throws Exception {
        assertThat(there("plan", "suspend", "job/a", "job/b").err()).contains("Only pods can be specified together");
    }
}
