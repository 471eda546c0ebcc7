package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                .contains("Waiting for hami-scheduler. Nodes have fewer GPUs than one of the pod’s containers requests "
                        + "(NodeInsufficientDevice). GPUs have less free memory than requested")
                .contains("1. Request no more GPUs per container than a node has", "2. Request less memory")
                .contains("Message from hami-scheduler\n  0/1 nodes are available: 1 CardInsufficientMemory.")
                .contains("FilteringFailed: 1/1 NodeInsufficientDevice, 1 nodes CardInsufficientMemory(gpu-a)")
                .doesNotContain("fits");
    }

    @Test
    void podsThatOthersWillPlaceAreNotJudgedByTheUsualRules() throws Exception {
        var manifest = Files.writeString(folder.resolve("launch.yaml"),
                """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: share, namespace: team}
                        spec: {containers: [{name: main, image: "registry.example/work:1", resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 3000}}}]}
                        ---
                        apiVersion: batch.volcano.sh/v1alpha1
                        kind: Job
                        metadata: {name: gang, namespace: team}
                        spec:
                          minAvailable: 1
                          tasks:
                          - name: worker
                            replicas: 1
                            template: {spec: {containers: [{name: main, image: "registry.example/work:1", resources: {limits: {nvidia.com/gpu: 1}}}]}}
                        """);

        assertThat(run("hami-waiting", "why", "-f", manifest.toString()))
                .contains("Scheduler hami-scheduler places this pod", "Scheduler volcano places this pod")
                .doesNotContain("Fits now", "fits", "gpumem is not advertised");
    }

    @Test
    void schedulerThatWritesEventsAloneIsQuotedInTheListOfPods() throws Exception {
        assertThat(run("queues-waiting", "pods")).contains("Queue root.gpu has too little quota")
                .doesNotContain("its conditions contain no message");
    }

    private Path writeSilentPods(int count, String recording) throws IOException {
        var objects = new StringBuilder(recording);
        for (int i = 0; i < count; i++) {
            objects.append(
                    """
                            ---
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: silent-%1$02d, namespace: ai, uid: uid-silent-%1$02d, creationTimestamp: "2026-11-28T12:00:00Z"}
                            spec:
                              schedulerName: yunikorn
                              containers: [{name: main, image: "registry.example/train:1", resources: {limits: {nvidia.com/gpu: 1}}}]
                            status: {phase: Pending}
                            ---
                            apiVersion: v1
                            kind: Event
                            metadata: {name: silent-%1$02d.1, namespace: ai}
                            involvedObject: {apiVersion: v1, kind: Pod, name: silent-%1$02d, namespace: ai, uid: uid-silent-%1$02d}
                            reason: PodUnschedulable
                            message: "Request 'a1' does not fit in queue 'root.gpu' (requested map[nvidia.com/gpu:1], available map[nvidia.com/gpu:0])"
                            type: Normal
                            source: {component: yunikorn}
                            lastTimestamp: "2026-11-28T17:00:00Z"
                            """
                            .formatted(i));
        }
        return Files.writeString(folder.resolve("silent.yaml"), objects);
    }

    @Test
    void eventsOfAllPodsOfANamespaceAreRead() throws Exception {
        try (var cluster = RecordedCluster.serve(List.of(writeSilentPods(25, "")), folder)) {
            assertThat(cluster.run("pods").out().lines().filter(line -> line.contains("silent-"))).hasSize(25)
                    .allMatch(line -> line.contains("Queue root.gpu has too little quota"));
        }
    }

    @Test
    void eventsThatAreNotReadAreMentioned() throws Exception {
        var pods = writeSilentPods(1, "kind: Recording\nforbidden: [events]\n");
        try (var cluster = RecordedCluster.serve(List.of(pods), folder)) {
            var outcome = cluster.run("pods");

            assertThat(outcome.out()).contains("The pod’s conditions contain no message");
            assertThat(outcome.err()).containsOnlyOnce("Events were not read: namespace ai: ");
        }
    }

    @Test
    void hamiIsAStackThatWorks() throws Exception {
        assertThat(run("hami-waiting", "doctor")).contains("0 critical, 0 warnings")
                .contains("A device plugin runs without an operator: kube-system/hami-device-plugin")
                .doesNotContain("node feature discovery", "nstall the operator");
    }

    @Test
    void quotaOfAQueueIsTheReasonWhateverIsFree() throws Exception {
        var text = "Queue test has allocated 1 GPU of its quota of 1 GPU for non-preemptible workloads. This";

        assertThat(run("queues-waiting", "why", "ai/train-0")).contains(text, "more free GPUs would not help")
                .contains("Use a preemptible workload to go over quota.").doesNotContain("fits", "not now");
        assertThat(run("queues-waiting", "pods")).contains(text).doesNotContain("Requests 2 GPUs on one node");
        assertThat(run("queues-waiting", "doctor")).contains("ai/train-0: Waiting for kai-scheduler. " + text);
    }

    @Test
    void messageThatIsNotKnownIsQuotedWithItsQueue() throws Exception {
        assertThat(run("queues-waiting", "why", "ai/agent-3")).contains(
                "Waiting for kai-scheduler (queue test): “Resources were not found for pod ai/agent-3: GPU fraction”")
                .doesNotContain("fits");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "kai-limit  | Queue test has allocated 4 GPUs of its limit of 4 GPUs. This workload requests 2 GPUs, and more free GPUs would not help",
        "kai-gang   | Only 2 pods of the PodGroup can be placed, but gang scheduling requires 4 at once",
        "vol-queue  | The queue has no quota left for the PodGroup",
        "vol-node   | “0/1 nodes are unavailable: 1 Insufficient nvidia.com/gpu”",
        "hami-lock  | HAMi has locked node kai-1 to bind another pod",
        "yk-queue   | Queue root.gpu has too little quota left: map[nvidia.com/gpu:1] requested, "
                + "map[nvidia.com/gpu:0] available",
        "hami-unreg | Nodes have not registered their GPUs with HAMi (node unregistered)"})
    void conditionsAndEventsOfPodAndGroupAreHeard(String pod, String text) throws Exception {
        assertThat(run("queues-waiting", "why", "ai/" + pod)).contains(text).doesNotContain("fits", "said nothing");
    }

    @Test
    void queueThatHasYetToChooseTheNodesLetsNoneFit() throws Exception {
        assertThat(run("queues-waiting", "why", "ai/kq-retry")).contains(
                "Kueue reports: The workload has failed admission checks. Admission check dws (Retry: no capacity)")
                .doesNotContain("fits");
    }

    @Test
    void gangThatIsNotCompleteIsTold() throws Exception {
        assertThat(run("queues-waiting", "pods"))
                .contains("Waiting for volcano. 3 of 4 pods in the PodGroup cannot be placed,");
    }

    @ParameterizedTest
    @CsvSource({"2, ''", "50, ' (reported 50 min ago)'"})
    void whatASchedulerSaidLongAgoIsToldWithItsAge(int minutes, String age) throws Exception {
        var file = Files.writeString(folder.resolve("waiting.yaml"),
                """
                        kind: Pod
                        metadata: {name: late, namespace: team}
                        spec: {schedulerName: volcano, containers: [{name: main, image: "registry.example/work:1", resources: {limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 1}}}]}
                        status: {phase: Pending}
                        ---
                        kind: Event
                        metadata: {name: late.1, namespace: team}
                        involvedObject: {kind: Pod, name: late, namespace: team}
                        reason: FailedScheduling
                        type: Warning
                        message: no queue takes it
                        lastTimestamp: "%s"
                        source: {component: volcano}
                        """
                        .formatted(Instant.now().minus(Duration.ofMinutes(minutes)).truncatedTo(ChronoUnit.SECONDS)));
        try (var recorded = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/hami-waiting.yaml"), file), folder)) {
            assertThat(recorded.run("pods", "--pending").out().lines().map(String::strip))
                    .anyMatch(line -> line.startsWith("team ")
                            && line.endsWith("Waiting for volcano: “FailedScheduling: no queue takes it”" + age));
        }
    }
}
