package tessera.scheduling;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.scheduling.Told.pod;
import static tessera.scheduling.Told.yaml;

/** What keeps a pod waiting is named first, by name, and with what ends it. */
class HindranceTest {

    private final Told told = new Told();

    private PodFitResult fit(String requests, String spec) {
        return told.fit(pod("wants", requests, spec), "");
    }

    @Test
    void theTaintThatClosesMostNodesIsToldBeforeTheTroublesOfAFew() {
        var gpus = "{key: nvidia.com/gpu, value: present, effect: NoSchedule}";
        told.node("a", "taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");
        told.node("b", "taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");
        told.node("c", "unschedulable: true, taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "").headline()).isEqualTo("It is kept out of every node that could take "
                + "it: it does not tolerate nvidia.com/gpu=present:NoSchedule on 3 nodes; 1 node is cordoned");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{key: gpus, value: 'yes'}                     | It tolerates gpus with the value “yes” alone, and there it is “present”",
        "{key: gpus, operator: Exists, effect: NoExecute} | It tolerates gpus with the effect NoExecute alone, and there it is NoSchedule",
        "{key: gpus, value: 'yes', effect: NoExecute}  | It tolerates gpus with the value “yes” alone, and there it is “present”, and with the effect NoExecute alone, and there it is NoSchedule",
        "{key: other, operator: Exists}                | 1 node"})
    void whoToleratesATaintAlmostIsToldWhatDiffers(String toleration, String told) {
        this.told.node("a", "taints: [{key: gpus, value: present, effect: NoSchedule}]", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "tolerations: [%s]".formatted(toleration)).headline()).endsWith(told);
    }

    @Test
    void whatEveryPodToleratesOfLostNodesIsNotTakenForAMistake() {
        told.node("a", "taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}]", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, "
                + "effect: NoExecute, tolerationSeconds: 300}]").headline()).doesNotContain("It tolerates");
    }

    @Test
    void theTaintThatClosesMostNodesMayBeToleratedThoughTheyAreFull() {
        for (var name : List.of("a", "b")) {
            told.node(name, "taints: [{key: gpus, effect: NoSchedule}]", "nvidia.com/gpu: 8");
            told.pod(pod("holder-" + name, "nvidia.com/gpu: 8", "nodeName: " + name));
        }
        told.node("c", "taints: [{key: gpus, effect: NoSchedule}, {key: team, effect: NoSchedule}]",
                "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Let the pod tolerate gpus:NoSchedule and team:NoSchedule: then c takes it now",
                "Let the pod tolerate gpus:NoSchedule: 2 nodes could take it then, once others there end");
    }

    @Test
    void ofConditionsThatNoNodeMeetsTogetherTheOneIsNamedWithoutWhichNodesHaveAll() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.node("b", "", "nvidia.com/gpu: 8");
        told.node(yaml("""
                metadata: {name: c, labels: {pool: fast}}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20'}}
                """));

        var fit = fit("nvidia.com/gpu: 1", "nodeSelector: {kubernetes.io/hostname: a, pool: fast}");
        assertThat(fit.headline()).isEqualTo(
                "No node has all that it selects: 1 node has kubernetes.io/hostname=a, 1 node has pool=fast");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Do without pool=fast, if it may be: a has what it wants and the rest of what it selects");
    }

    @Test
    void aNodeThatOffersNoneOfItsGpusDoesNotHelpWhoAsksForWhatThereIsNot() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.node(yaml("""
                metadata: {name: ill, labels: {nvidia.com/gpu.present: 'true', nvidia.com/gpu.product: NVIDIA-L40S,
                           nvidia.com/gpu.count: '4'}}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20'}}
                """));

        assertThat(fit("nvidia.com/gpus: 1", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Ask for nvidia.com/gpu instead of nvidia.com/gpus, if that was meant");
    }

    private static String apart(String app) {
        return "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                + "[{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: %s}}}]}}".formatted(app);
    }

    @Test
    void whoHoldsThePortIsToEndOrThePodToTakeAnother() {
        told.node("a", "", "nvidia.com/gpu: 8");
        var port = "ports: [{containerPort: 80, hostPort: 8080}]";
        told.pod(yaml("""
                metadata: {namespace: ml, name: web, uid: uid-web}
                spec: {nodeName: a, containers: [{name: main, %s}]}
                """.formatted(port)));

        var fit = told.fit(yaml("""
                metadata: {namespace: ml, name: wants, uid: uid-wants}
                spec: {containers: [{name: main, resources: {requests: {nvidia.com/gpu: 1}}, %s}]}
                """.formatted(port)), "");
        assertThat(fit.headline()).endsWith("(port 8080/TCP is taken by ml/web)");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Wait until ml/web on a ends, or evict it",
                "Have the pods take another port of the node (hostPort), or none");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("tessera plan evict ml/web");
    }

    @Test
    void whoKeepsThePodAwayAndWhomItKeepsAwayFromAreNamedAndCouldEnd() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.pod(pod("shy", "nvidia.com/gpu: 1", "nodeName: a\n  " + apart("train")));

        var fitResult = fit("nvidia.com/gpu: 1", "");
        assertThat(fitResult.headline()).endsWith("(ml/shy in the same kubernetes.io/hostname keeps it away)");
        assertThat(fitResult.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/shy on a ends, or evict it");
        var keeping = fit("nvidia.com/gpu: 1", apart("train"));
        assertThat(keeping.headline())
                .endsWith("pods with app=train in the same kubernetes.io/hostname, such as ml/shy)");
        assertThat(keeping.remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Wait until ml/shy on a ends, or evict it");
    }

    @Test
    void nobodyIsToEndWhoseEndLeavesTheNodeTooFull() {
        told.node("a", "", "nvidia.com/gpu: 2");
        told.pod(pod("shy", "nvidia.com/gpu: 1", "nodeName: a\n  " + apart("train")));
        told.pod(pod("other", "nvidia.com/gpu: 1", "nodeName: a"));

        assertThat(fit("nvidia.com/gpu: 2", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/shy, ml/other on a end, or evict them");
    }

    @Test
    void companyThatIsNowhereInTheClusterIsToldOnceAndNotNodeByNode() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.node("b", "", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", apart("nobody").replace("Anti", "")).headline()).isEqualTo("Not now: it "
                + "wants to be near pods with app=nobody in the same kubernetes.io/hostname, and no node has any");
        told.pod(pod("near", "nvidia.com/gpu: 1", "nodeName: a"));
        assertThat(fit("nvidia.com/gpu: 1", apart("train").replace("Anti", "").replace("kubernetes.io/hostname", "rack")
                + "\n  tolerations: [{operator: Exists}]").headline()).as("its company is there")
                .contains("no label rack")
                .doesNotContain("no node has any");
    }

    @Test
    void aSchedulerThatSaysNothingIsNamedWithTheOneThatWasMeant() {
        told.node("a", "", "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/gpu: 1", "schedulerName: default-schedular");
        assertThat(fit.headline()).isEqualTo("It is placed by default-schedular, not by the usual scheduler; by which "
                + "rules is not known here. It has said nothing of it yet");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Have the pods name default-scheduler (schedulerName), if that was meant");
        assertThat(fit("nvidia.com/gpu: 1", "schedulerName: volcano").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly(
                        "Have the pods name default-scheduler (schedulerName), if no scheduler volcano runs here");
        assertThat(told.fit(pod("said", "nvidia.com/gpu: 1", "schedulerName: volcano"), "3/4 tasks unschedulable")
                .remedies()).isEmpty();
    }

    @Test
    void whoDoesNotSeeTheNodesIsToldWhatTheSchedulerSaysInPlainWords() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.readsNodes();
        var pod = pod("wants", "nvidia.com/gpu: 16", "");
        var said = "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient nvidia.com/gpu. no new "
                + "claims to deallocate, preemption: 0/3 nodes are available: 1 Preemption is not helpful for "
                + "scheduling, 2 No preemption victims found for incoming pod.";

        assertThat(told.fit(pod, said).headline())
                .isEqualTo("As the scheduler tells it: none of the 2 nodes it may use "
                        + "has 16 GPUs free; 1 other is kept from it by taints");
        assertThat(told.verdict(pod, said).sentence()).startsWith("None of the 2 nodes it may use");
        assertThat(told.fit(pod("arch", "nvidia.com/gpu: 1", "nodeSelector: {pool: fast}"),
                "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to "
                        + "deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.")
                .headline()).endsWith(". It selects pool=fast");
    }

    @Test
    void anInitContainerThatAsksForMoreThanAllThatRunsLaterIsNamed() {
        told.node("a", "", "nvidia.com/gpu: 8");
        var large = "initContainers: [{name: prep, resources: {requests: {nvidia.com/gpu: %d}}}]";

        assertThat(fit("nvidia.com/gpu: 1", large.formatted(9)).headline())
                .isEqualTo("Wants 9 × nvidia.com/gpu on one node; no node has more than 8. "
                        + "It is the init container prep that wants so much nvidia.com/gpu");
        assertThat(fit("nvidia.com/gpu: 9", large.formatted(9)).headline())
                .isEqualTo("Wants 9 × nvidia.com/gpu on one node; no node has more than 8");
        assertThat(fit("cpu: 1", "resources: {requests: {cpu: 32}}\n  "
                + large.replace("nvidia.com/gpu", "cpu").formatted(20)).headline())
                .as("the pod itself wants so much").isEqualTo("Wants 32 CPU on one node; no node has more than 16");
        told.pod(pod("holder", "nvidia.com/gpu: 6", "nodeName: a"));
        assertThat(fit("nvidia.com/gpu: 1", large.formatted(4)).headline())
                .endsWith("(nvidia.com/gpu: wants 4, 2 of 8 free). It is the init container prep that wants so much "
                        + "nvidia.com/gpu");
    }

    @Test
    void whoseManyGpusNoNodeHasIsToldSoThoughSharesWouldBeAsMany() {
        told.node("whole", "", "nvidia.com/gpu: 8, rdma/hca: 1");
        told.node(
                yaml("""
                        metadata: {name: shared, labels: {nvidia.com/gpu.replicas: '4', nvidia.com/gpu.product: NVIDIA-L40S-SHARED,
                                   nvidia.com/gpu.sharing-strategy: time-slicing}}
                        status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20', nvidia.com/gpu: 16}}
                        """));

        var fit = fit("nvidia.com/gpu: 16, rdma/hca: 1", "");
        assertThat(fit.headline()).isEqualTo(
                "Wants 16 × nvidia.com/gpu on one node; shares of devices aside, no node has more than 8");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .contains("Ask for at most 8 × nvidia.com/gpu a pod, and for more pods");
    }

    @Test
    void whatAKubeletSaysOfAPodEndsWithOneFullStopAtMost() {
        told.node("a", "", "nvidia.com/gpu: 8");

        assertThat(told.fit(pod("wants", "nvidia.com/gpu: 1", "nodeName: a"), "the volume is not there.").headline())
                .endsWith(": the volume is not there");
    }
}
