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

        assertThat(fit("nvidia.com/gpu: 1", "").headline())
                .isEqualTo("No node that could run the pod accepts it (3 nodes with taint "
                        + "nvidia.com/gpu=present:NoSchedule and 1 node cordoned)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{key: gpus, value: 'yes'}                     | The pod’s toleration of gpus has value “yes” instead of “present”.",
        "{key: gpus, operator: Exists, effect: NoExecute} | The pod’s toleration of gpus has effect NoExecute instead of NoSchedule.",
        "{key: gpus, value: 'yes', effect: NoExecute}  | The pod’s toleration of gpus has value “yes” instead of “present” and effect NoExecute instead of NoSchedule.",
        "{key: other, operator: Exists}                | on the only node that could run the pod"})
    void whoToleratesATaintAlmostIsToldWhatDiffers(String toleration, String told) {
        this.told.node("a", "taints: [{key: gpus, value: present, effect: NoSchedule}]", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "tolerations: [%s]".formatted(toleration)).headline()).endsWith(told);
    }

    @Test
    void whatEveryPodToleratesOfLostNodesIsNotTakenForAMistake() {
        told.node("a", "taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}]", "nvidia.com/gpu: 8");

        assertThat(
                fit("nvidia.com/gpu: 1",
                        "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, "
                                + "effect: NoExecute, tolerationSeconds: 300}]")
                        .headline())
                .doesNotContain("Its toleration");
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
                "Add a toleration for gpus:NoSchedule and team:NoSchedule. The pod then fits on c.",
                "Add a toleration for gpus:NoSchedule. The pod then fits on 2 nodes once other pods there finish.");
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
                "No node matches all selectors of the pod (kubernetes.io/hostname=a matches 1 node and pool=fast "
                        + "matches 1 node)");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Remove pool=fast if possible. a meets all other requirements.");
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
                .containsExactly("If you meant nvidia.com/gpu, request it instead of nvidia.com/gpus.");
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
        assertThat(fit.headline()).endsWith("(host port 8080/TCP is used by ml/web)");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/web on a finishes, or evict it.", "Use another hostPort, or none.");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("tessera plan evict ml/web");
    }

    @Test
    void whoKeepsThePodAwayAndWhomItKeepsAwayFromAreNamedAndCouldEnd() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.pod(pod("shy", "nvidia.com/gpu: 1", "nodeName: a\n  " + apart("train")));

        var fitResult = fit("nvidia.com/gpu: 1", "");
        assertThat(fitResult.headline())
                .endsWith("(anti-affinity of ml/shy in the same kubernetes.io/hostname excludes the pod)");
        assertThat(fitResult.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/shy on a finishes, or evict it.");
        var keeping = fit("nvidia.com/gpu: 1", apart("train"));
        assertThat(keeping.headline()).endsWith(
                "excludes pods with app=train in the same kubernetes.io/hostname, and ml/shy runs on the node)");
        assertThat(keeping.remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Wait until ml/shy on a finishes, or evict it.");
    }

    @Test
    void nobodyIsToEndWhoseEndLeavesTheNodeTooFull() {
        told.node("a", "", "nvidia.com/gpu: 2");
        told.pod(pod("shy", "nvidia.com/gpu: 1", "nodeName: a\n  " + apart("train")));
        told.pod(pod("other", "nvidia.com/gpu: 1", "nodeName: a"));

        assertThat(fit("nvidia.com/gpu: 2", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/shy and ml/other on a finish, or evict them.");
    }

    @Test
    void companyThatIsNowhereInTheClusterIsToldOnceAndNotNodeByNode() {
        told.node("a", "", "nvidia.com/gpu: 8");
        told.node("b", "", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", apart("nobody").replace("Anti", "")).headline()).isEqualTo(
                "The pod’s affinity requires pods with app=nobody in the same kubernetes.io/hostname, but no "
                        + "node runs such pods");
        told.pod(pod("near", "nvidia.com/gpu: 1", "nodeName: a"));
        assertThat(fit("nvidia.com/gpu: 1",
                apart("train").replace("Anti", "").replace("kubernetes.io/hostname", "rack")
                        + "\n  tolerations: [{operator: Exists}]")
                .headline()).as("its company is there").contains("no label rack").doesNotContain("no node has any");
    }

    @Test
    void aSchedulerThatSaysNothingIsNamedWithTheOneThatWasMeant() {
        told.node("a", "", "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/gpu: 1", "schedulerName: default-schedular");
        assertThat(fit.headline()).isEqualTo(
                "Scheduler default-schedular places this pod by rules that Tessera does not know. The scheduler "
                        + "has not reported yet.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("If you meant default-scheduler, correct schedulerName.");
        assertThat(fit("nvidia.com/gpu: 1", "schedulerName: volcano").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly(
                        "If no scheduler volcano runs in the cluster, set schedulerName to default-scheduler.");
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

        assertThat(told.fit(pod, said).headline()).isEqualTo(
                "None of the 2 matching nodes has 16 GPUs free. 1 node is excluded by taints. Tessera cannot "
                        + "see all nodes, so this is the scheduler’s own report.");
        assertThat(told.verdict(pod, said).reason().text()).startsWith("None of the 2 matching nodes");
        assertThat(told.fit(pod("arch", "nvidia.com/gpu: 1", "nodeSelector: {pool: fast}"),
                "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to "
                        + "deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.")
                .headline()).endsWith(
                        ". Selector: pool=fast. Tessera cannot see all nodes, so this is the scheduler’s own report.");
    }

    @Test
    void anInitContainerThatAsksForMoreThanAllThatRunsLaterIsNamed() {
        told.node("a", "", "nvidia.com/gpu: 8");
        var large = "initContainers: [{name: prep, resources: {requests: {nvidia.com/gpu: %d}}}]";

        assertThat(fit("nvidia.com/gpu: 1", large.formatted(9)).headline())
                .isEqualTo("Requests 9 × nvidia.com/gpu on one node. No node has more than 8 allocatable. "
                        + "Init container prep determines the pod’s request for nvidia.com/gpu.");
        assertThat(fit("nvidia.com/gpu: 9", large.formatted(9)).headline())
                .isEqualTo("Requests 9 × nvidia.com/gpu on one node. No node has more than 8 allocatable.");
        assertThat(fit("cpu: 1",
                "resources: {requests: {cpu: 32}}\n  " + large.replace("nvidia.com/gpu", "cpu").formatted(20))
                .headline()).as("the pod itself wants so much")
                .isEqualTo("Requests 32 CPU on one node. No node has more than 16 allocatable.");
        told.pod(pod("holder", "nvidia.com/gpu: 6", "nodeName: a"));
        assertThat(fit("nvidia.com/gpu: 1", large.formatted(4)).headline())
                .endsWith("(a: 2 of 8 free). Init container prep determines the pod’s request for nvidia.com/gpu.");
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
                "Requests 16 × nvidia.com/gpu on one node. Apart from shares, no node has more than 8 allocatable.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .contains("Request at most 8 × nvidia.com/gpu per pod, and run more pods.");
    }

    @Test
    void whatAKubeletSaysOfAPodEndsWithOneFullStopAtMost() {
        told.node("a", "", "nvidia.com/gpu: 8");

        assertThat(told.fit(pod("wants", "nvidia.com/gpu: 1", "nodeName: a"), "the volume is not there.").headline())
                .endsWith(": the volume is not there");
    }
}
