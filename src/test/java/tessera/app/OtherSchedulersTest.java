package tessera.app;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said of pods that other schedulers place: in their words, and no node is said to fit. */
class OtherSchedulersTest {

    @TempDir
    Path folder;

    private String run(String cluster, String... command) throws Exception {
        try (var recorded = RecordedCluster.serve(cluster, folder)) {
            return recorded.run(command).out();
        }
    }

    @Test
    void conditionAndEventOfHamiAreQuoted() throws Exception {
        assertThat(run("hami-waiting", "why", "team/gpu-two"))
                .contains("It waits for hami-scheduler: no node has as many cards as one of its containers asks for "
                        + "(NodeInsufficientDevice); no card has as much memory free")
                .contains("1. Have each container ask for no more GPUs than a node has cards",
                        "2. Have it ask for less memory")
                .contains("What hami-scheduler says\n  0/1 nodes are available: 1 CardInsufficientMemory.")
                .contains("FilteringFailed: 1/1 NodeInsufficientDevice, 1 nodes CardInsufficientMemory(gpu-a)")
                .doesNotContain("fits");
    }

    @Test
    void hamiIsAStackThatWorks() throws Exception {
        assertThat(run("hami-waiting", "doctor")).contains("0 critical, 0 warnings")
                .contains("A device plugin runs without an operator: kube-system/hami-device-plugin")
                .doesNotContain("node feature discovery", "nstall the operator");
    }

    @Test
    void quotaOfAQueueIsTheReasonWhateverIsFree() throws Exception {
        var text = "its queue test has a quota of 1 GPU for work that cannot be preempted and has 1 GPU allocated";

        assertThat(run("queues-waiting", "why", "ai/train-0")).contains(text, "more free GPUs would not help")
                .contains("Use a preemptible workload to go over quota.").doesNotContain("fits", "not now");
        assertThat(run("queues-waiting", "pods")).contains(text).doesNotContain("Needs 2 GPUs free");
        assertThat(run("queues-waiting", "doctor")).contains("ai/train-0 waits for kai-scheduler: " + text);
    }

    @Test
    void messageThatIsNotKnownIsQuotedWithItsQueue() throws Exception {
        assertThat(run("queues-waiting", "why", "ai/agent-3")).contains(
                "It waits for kai-scheduler, in the queue test: “Resources were not found for pod ai/agent-3: GPU fraction”")
                .doesNotContain("fits");
    }

    @Test
    void gangThatIsNotCompleteIsTold() throws Exception {
        assertThat(run("queues-waiting", "pods"))
                .contains("It waits for volcano: 3 of 4 pods of its group find no place");
    }
}
