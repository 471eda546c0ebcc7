package tessera.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Toleration;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSchedulingConstraints;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.UnevaluatedPodConstraints;
import tessera.model.UnreadableObjects;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.SchedulerFailureMessage.NodeRejectionCount;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Why a pod waits, in plain words. */
class WaitingTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String FULL = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to "
            + "deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";

    private static String reason(Sample sample) {
        var fleet = sample.fleet();
        return new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard())
                .reasonText(fleet.pendingPods().getFirst());
    }

    private static Sample twoNodes() {
        return new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("b").nvidia("NVIDIA-L4", 2).has(GPU, 2));
    }

    @Test
    void everythingIsHeld() {
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2).waiting("x/3", GPU, 1, FULL)))
                .isEqualTo("All 4 GPUs are allocated");
    }

    private static PendingDiagnosis placedDiagnosis(Sample sample) {
        var fleet = sample.placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of())).fleet();
        return new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard())
                .diagnose(fleet.pendingPods().getFirst());
    }

    @Test
    void aReportThatTheNodesContradictIsToldAsTheSchedulersAndNotAsAFact() {
        var diagnosis = placedDiagnosis(twoNodes().pod("x/1", "a", GPU, 1).waiting("x/3", GPU, 2, FULL));
        assertThat(diagnosis.prospect()).isEqualTo(PendingPodProspect.UNKNOWN);
        assertThat(diagnosis.reason().text())
                .isEqualTo("The scheduler’s last report: None of the 2 matching nodes has 2 GPUs free. Now b has "
                        + "room for the pod. The scheduler has not retried yet, or knows more than Tessera sees.");

        var tainted = "0/2 nodes are available: 2 node(s) had untolerated taint {dedicated: ml}. preemption: 0/2 nodes "
                + "are available: 2 Preemption is not helpful for scheduling.";
        assertThat(placedDiagnosis(twoNodes().waiting("x/3", GPU, 2, tainted)).reason().text()).startsWith(
                "The scheduler’s last report: No node fits (2 with an untolerated taint). Now a and b have");
        assertThat(placedDiagnosis(
                twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2).waiting("x/3", GPU, 2, tainted)).reason()
                .text()).as("the taints are gone").isEqualTo("All 4 GPUs are allocated");
    }

    @Test
    void aContradictedReportIsToldWithItsAgeByTheSchedulersEvent() throws Exception {
        var fleet = twoNodes().waiting("x/3", GPU, 2, FULL)
                .placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of())).fleet();
        var cluster = new Told();
        cluster.other("events", Told.yaml("""
                {metadata: {name: e, namespace: x}, involvedObject: {kind: Pod, uid: uid-x/3}, type: Warning,
                 reason: FailedScheduling, message: none, lastTimestamp: '%s'}
                """.formatted(Told.NOW.minusSeconds(7_200))));

        assertThat(CustomSchedulerEventReader.contradictedReportTexts(cluster, fleet.pendingPods(),
                new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()), at -> Duration.between(at, Told.NOW),
                _ -> {}).values()).singleElement().asString().startsWith(
                        "The scheduler’s last report (2 h ago): None of the 2 matching nodes has 2 GPUs free. Now ");
    }

    @Test
    void whatOffersGpusIsNotAtWorkAnywhere() {
        var down = new Sample().with(node("a").nvidia("NVIDIA-L4", 2)).with(node("b").nvidia("NVIDIA-L4", 2));
        var fleet = down
                .waiting("x/1", GPU, 2, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to "
                        + "deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.")
                .placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of())).fleet();

        var diagnosis = new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard())
                .diagnose(fleet.pendingPods().getFirst());
        assertThat(diagnosis.prospect()).isEqualTo(PendingPodProspect.UNKNOWN);
        assertThat(diagnosis.reason().text())
                .isEqualTo("No node that could run the pod accepts it right now (2 nodes not advertising all devices)");
    }

    @Test
    void theFreeOnesLieOnDifferentNodes() {
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 1).pod("x/2", "b", GPU, 1).waiting("x/3", GPU, 2, FULL)))
                .isEqualTo("Requests 2 GPUs on one node. The largest free block is 1.");
    }

    @Test
    void whatIsFreeBehindTaintsThatKeepThePodAwayIsNoBlockForIt() {
        var taints = "0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: ml}, "
                + FULL.substring(FULL.indexOf(": ") + 2);
        var tainted = twoNodes().with(node("c").nvidia("NVIDIA-L4", 2).has(GPU, 2)
                .taint("dedicated", "ml", "NoSchedule").taint(GPU, "present", "NoSchedule")).pod("x/1", "a", GPU, 1)
                .pod("x/2", "b", GPU, 2);

        assertThat(reason(tainted.waiting("x/3", GPU, 2, taints))).isEqualTo(
                "Requests 2 GPUs on one node. The largest free block is 1. 2 more are free on tainted nodes.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 node(s) didn't have free ports for the requested pod ports  | The only node that advertises GPUs is excluded by a host port in use
            1 node(s) didn't match pod anti-affinity rules                | No node fits (1 with pods that the pod’s anti-affinity excludes and 2 without GPUs)
            """)
    void nodesThatOfferNoneLackRoomForNobody(String against, String sentence) {
        var message = "0/3 nodes are available: %s, 2 Insufficient memory, 2 Insufficient nvidia.com/gpu. no new claims to deallocate, "
                .formatted(against) + "preemption: 0/3 nodes are available: 1 No preemption victims found for incoming "
                + "pod, 2 Preemption is not helpful for scheduling.";
        var apart = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2)).with(node("cpu-1"))
                .with(node("cpu-2"));

        assertThat(reason(apart.pod("x/1", "a", GPU, 1).waiting("x/2", GPU, 1, message))).isEqualTo(sentence);
    }

    @Test
    void whatItDoesNotSelectIsNotCountedWhetherHeldOrFree() {
        var choosy = "0/2 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) didn't match Pod's node "
                + "affinity/selector. no new claims to deallocate, preemption: 0/2 nodes are available: ";
        var sample = twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2);

        assertThat(reason(sample.waiting("x/3", GPU, 2,
                choosy + "1 No preemption victims found for incoming pod, "
                        + "1 Preemption is not helpful for scheduling.")))
                .isEqualTo(
                        "The only matching node does not have 2 GPUs free. 1 node is excluded by the pod’s selector.");
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 1).waiting("x/3", GPU, 2,
                choosy + "2 Preemption is not helpful for scheduling.")))
                .isEqualTo("1 node is excluded by the pod’s selector. The only matching node does not have 2 GPUs "
                        + "even when empty.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cpu           | 1000000 | Requests 1000 CPU on one node. No node that advertises 1 × nvidia.com/gpu has more than 16 allocatable.",
        "hugepages-2Mi | 2097152 | Requests 2Mi hugepages-2Mi on one node. No node that advertises 1 × nvidia.com/gpu has any.",
        "cpu           | 16000   | All 4 GPUs are allocated"})
    void whatNoNodeWithItsDevicesCouldEverGiveIsSaidAndNotThatTheDevicesAreHeld(String resource, long amount,
            String text) {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 4).has(GPU, 4).has("cpu", 16_000))
                .with(node("large").has("cpu", 2_000_000).has("hugepages-2Mi", 1L << 30)).pod("x/1", "a", GPU, 4);
        assertThat(reason(sample.waiting("x/3", ResourceAmounts.of(Map.of(GPU, 1L, resource, amount)), FULL)))
                .isEqualTo(text);
    }

    @Test
    void devicesThatNoNodeHasTogetherAreSaid() {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 4).has(GPU, 4))
                .with(node("b").has("amd.com/gpu", 8));
        assertThat(reason(sample.waiting("x/3", ResourceAmounts.of(Map.of(GPU, 1L, "amd.com/gpu", 1L)),
                "0/2 nodes are available: 1 Insufficient amd.com/gpu, 1 Insufficient nvidia.com/gpu. no new claims to "
                        + "deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.")))
                .isEqualTo("No single node has 1 × amd.com/gpu and 1 × nvidia.com/gpu together");
    }

    @Test
    void amountsThatNoNodeHasTogetherAreSaid() {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 4).has(GPU, 4).has("cpu", 8_000).has("memory", 64))
                .with(node("b").nvidia("NVIDIA-L4", 4).has(GPU, 4).has("cpu", 64_000).has("memory", 8));
        assertThat(
                reason(sample.waiting("x/3", ResourceAmounts.of(Map.of(GPU, 1L, "cpu", 32_000L, "memory", 32L)), FULL)))
                .startsWith("No single node has ").contains("32 CPU", "1 × nvidia.com/gpu", "32 memory")
                .endsWith(" together");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "persistentvolumeclaim \"data\" not found. not found | PersistentVolumeClaim data does not exist",
        "pod has unbound immediate PersistentVolumeClaims. not found | A PersistentVolumeClaim of the pod is not bound to a volume",
        "request r: device class fast.example.com does not exist. no new claims to deallocate | DeviceClass fast.example.com, which the pod’s ResourceClaim requests, does not exist",
        "1 cannot allocate all claims, 1 node(s) were unschedulable. still not schedulable | No node "
                + "fits (1 without enough devices for the ResourceClaims and 1 cordoned)",
        "2 node(s) didn't match pod topology spread constraints (missing required label). no | No node "
                + "fits (2 without the topology spread label)"})
    void whatIsNoMatterOfAmountsIsSaidInPlainWords(String said, String text) {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1, "0/2 nodes are available: " + said))).isEqualTo(text);
    }

    @Test
    void noNodeIsLargeEnough() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 8, FULL)))
                .isEqualTo("Requests 8 × nvidia.com/gpu on one node. No node has more than 2 allocatable.");
    }

    @Test
    void nobodyOffersIt() {
        assertThat(reason(twoNodes().waiting("x/3", "nvidia.com/mig-1g.5gb", 1, FULL)))
                .isEqualTo("No node advertises nvidia.com/mig-1g.5gb");
    }

    @Test
    void anotherLayoutIsProposedOnlyWhereTheRestOfThePodFits() {
        var nodes = new Sample().with(node("a").nvidia("NVIDIA-A100-SXM4-80GB", 8).has(GPU, 8).has("cpu", 16_000))
                .with(node("b").nvidia("NVIDIA-A100-SXM4-80GB", 8).has(GPU, 8).has("cpu", 4_000));
        var waiting = nodes.waiting("x/3", ResourceAmounts.of(Map.of("nvidia.com/mig-3g.40gb", 1L, "cpu", 8_000L)),
                FULL);

        assertThat(reason(waiting)).isEqualTo(
                "No node advertises nvidia.com/mig-3g.40gb. 1 node could run the pod with another MIG " + "layout: a.");
    }

    @Test
    void toWhoMayNotSeeNodesTheSchedulersWordsAreAllThereIs() {
        var unseen = new Sample().withoutNodes().waiting("x/3", GPU, 1, FULL).fleet();
        var diagnosis = new PendingDiagnosisFinder(unseen, AcceleratorCatalog.standard())
                .diagnose(unseen.pendingPods().getFirst());

        assertThat(diagnosis.reason().text()).isEqualTo("None of the 2 matching nodes has 1 GPU free");
        assertThat(diagnosis.prospect()).isEqualTo(PendingPodProspect.UNKNOWN);
    }

    @Test
    void thereIsRoomButItIsKeptFromIt() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1,
                "0/5 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable, "
                        + "3 node(s) had untolerated taint(s). preemption: 0/5 nodes are available: 5 Preemption "
                        + "is not helpful for scheduling.")))
                .isEqualTo(
                        "4 nodes are excluded by taints and a cordon. The only matching node is short of CPU even when "
                                + "empty. The scheduler’s report covers 5 nodes, but the cluster now has 2.");
    }

    /** The reason of a message about other nodes than there are, without the remark on that. */
    private static String refused(String message) {
        return reason(twoNodes().waiting("x/3", GPU, 1, message + ". preemption: 0/9 nodes are available."))
                .replaceFirst(". The scheduler’s report covers \\d+ nodes, but the cluster now has 2.", "");
    }

    @Test
    void whatWasSaidBeforeNodesCameOrWentIsToldAsSuch() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1,
                "0/1 nodes are available: 1 Insufficient cpu. "
                        + "preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.")))
                .endsWith(". The scheduler’s report covers 1 node, but the cluster now has 2.");
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1,
                "0/2 nodes are available: 2 Insufficient cpu. "
                        + "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.")))
                .doesNotContain("The scheduler reported this");
    }

    @Test
    void nodesThatAreNotAllKnownAreNotCountedAgainstTheSchedulers() {
        var waiting = twoNodes()
                .waiting("x/3", GPU, 1, "0/1 nodes are available: 1 Insufficient cpu. "
                        + "preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.")
                .snapshot();
        var stale = waiting.withConnection(new SessionConnectionStatus.InterruptedConnection(
                Problem.of(Problem.OperationProblemKind.UNREACHABLE, "No answer"), Sample.NOW, 1, Sample.NOW));
        var partly = new ClusterSnapshot(1, Sample.NOW, waiting.connection(), waiting.nodeHealth(), waiting.podHealth(),
                waiting.podScope(), waiting.nodes(), waiting.unbound(), waiting.clockSkew(), waiting.devices(),
                new UnreadableObjects(List.of(), Map.of("Node", 1)));

        assertThat(List.of(stale, partly)).allSatisfy(snapshot -> {
            var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(snapshot);
            assertThat(new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard())
                    .reasonText(fleet.pendingPods().getFirst())).doesNotContain("The scheduler reported this");
        });
    }

    @Test
    void openNodeWithSharesIsNotCalledClosedToWhoWantsSeveralGpus() {
        var message = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. preemption: 0/2 nodes are available: "
                + "2 No preemption victims found for incoming pod.";

        assertThat(reason(new Sample().with(shared("a")).with(node("b").nvidia("NVIDIA-L4", 4).has(GPU, 4).cordoned())
                .waiting("x/3", GPU, 2, message)))
                .isEqualTo("Every node with whole GPUs is cordoned, tainted or not ready. Other nodes advertise only "
                        + "shares.");
    }

    @Test
    void whatKeepsItFromTheNodesThatCameFurthestIsSaidFirstAndNoNodeIsCountedTwice() {
        assertThat(refused("0/1000 nodes are available: 905 node(s) didn't match Pod's node affinity/selector, "
                + "51 node(s) had untolerated taint(s), 38 Insufficient cpu, 38 Insufficient memory, "
                + "44 Insufficient nvidia.com/gpu"))
                .isEqualTo("The 44 matching nodes are short of one or more of GPUs, CPU and memory. 956 nodes are "
                        + "excluded by the pod’s selector and taints");
        assertThat(refused("0/50 nodes are available: 6 node(s) were unschedulable, 44 Insufficient nvidia.com/gpu"))
                .isEqualTo("None of the 44 matching nodes has 1 GPU free. 6 nodes are excluded by a cordon");
        assertThat(refused("0/30 nodes are available: 2 Insufficient cpu, 2 Insufficient memory, 28 node(s) had "
                + "untolerated taint(s)")).startsWith("The 2 matching nodes are short of CPU and memory. 28 nodes");
    }

    @Test
    void nodesThatNothingButTheirKindKeepsFromItAreCountedByTheReason() {
        assertThat(refused("0/30 nodes are available: 1 node(s) were unschedulable, 21 node(s) didn't match Pod's node "
                + "affinity/selector, 8 node(s) had untolerated taint(s)"))
                .isEqualTo("No node fits (21 not matching the pod’s selector, 8 with an untolerated taint and "
                        + "1 cordoned)");
        assertThat(refused("0/9 nodes are available: 1 node(s) didn't match pod topology spread constraints, "
                + "3 Insufficient cpu, 2 Insufficient memory, 4 node(s) were unschedulable")).isEqualTo(
                        "No node fits (1 violating the topology spread constraints, 4 cordoned and 4 short of one or "
                                + "more of CPU and memory)");
    }

    @Test
    void numbersThatDoNotAddUpAreNotRepeated() {
        assertThat(refused("0/9 nodes are available: 5 Insufficient cpu, 7 node(s) were unschedulable"))
                .isEqualTo("Matching nodes are short of CPU. 7 nodes are excluded by a cordon");
    }

    @Test
    void aBlockOfSharesIsNoBlockOfGpus() {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("b").nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4")
                        .label(GPU + ".sharing-strategy", "time-slicing"))
                .pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 13);

        assertThat(reason(sample.waiting("x/3", GPU, 4, FULL)))
                .isEqualTo("Requests 4 GPUs on one node. Apart from shares, no node has more than 2 allocatable.");
    }

    @Test
    void sharesAreCountedForWhoWantsOneAndNotForWhoWantsSeveral() {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2)).with(shared("b"))
                .pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 16);

        assertThat(reason(sample.waiting("x/3", GPU, 1, FULL))).isEqualTo("All 2 GPUs and 16 shares are allocated");
        var several = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2)).with(shared("b")).pod("x/1", "a",
                GPU, 2);
        assertThat(reason(several.waiting("x/3", GPU, 2, FULL))).isEqualTo("All 2 GPUs are allocated");
        assertThat(reason(new Sample().with(shared("b")).waiting("x/3", GPU, 2, FULL))).isEqualTo(
                "Requests 2 GPUs on one node. Nodes advertise only GPU shares, and several shares may belong to "
                        + "the same GPU.");
    }

    @Test
    void whoWaitsInVainIsToldFromThoseWhoWaitForOthers() {
        var full = twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2);

        assertThat(prospect(full.waiting("x/3", GPU, 1, FULL))).isEqualTo(PendingPodProspect.LATER);
        assertThat(prospect(twoNodes().waiting("x/3", GPU, 8, FULL))).isEqualTo(PendingPodProspect.NEVER);
        assertThat(
                prospect(twoNodes().waiting("x/3", GPU, 1, "0/2 nodes are available: 2 node(s) were unschedulable.")))
                .isEqualTo(PendingPodProspect.UNKNOWN);
        assertThat(prospect(twoNodes().waiting("x/3", GPU, 1, ""))).isEqualTo(PendingPodProspect.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"node.kubernetes.io/not-ready                  | UNKNOWN | 2 nodes not ready)",
        "node.kubernetes.io/unreachable                | UNKNOWN | 2 nodes not reachable)",
        "node.kubernetes.io/memory-pressure            | UNKNOWN | 2 nodes under memory pressure)",
        "node.kubernetes.io/disk-pressure              | UNKNOWN | 2 nodes under disk pressure)",
        "node.kubernetes.io/pid-pressure               | UNKNOWN | 2 nodes under PID pressure)",
        "node.kubernetes.io/network-unavailable        | UNKNOWN | 2 nodes without network)",
        "node.cloudprovider.kubernetes.io/uninitialized | UNKNOWN | 2 nodes not initialized)",
        "node.kubernetes.io/unschedulable              | UNKNOWN | 2 nodes cordoned)",
        "dedicated                                     | NEVER   | Untolerated taint dedicated:NoSchedule on both nodes that could run the pod"})
    void aTaintThatTheClusterTakesAwayByItselfIsNoReasonToGiveUp(String key, PendingPodProspect pendingPodProspect,
            String text) {
        var said = "0/2 nodes are available: 2 node(s) had untolerated taint(s). no new claims to deallocate, "
                + "preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2).taint(key, "", "NoSchedule"))
                .with(node("b").nvidia("NVIDIA-L4", 2).has(GPU, 2).taint(key, "", "NoSchedule"));

        assertThat(prospect(sample.waiting("x/3", GPU, 1, said))).isEqualTo(pendingPodProspect);
        assertThat(prospect(sample.placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of()))))
                .isEqualTo(pendingPodProspect);
        assertThat(reason(sample)).endsWith(text);
    }

    @Test
    void onlyNodesThatCouldTakeItTellWhetherItWaitsInVain() {
        var said = "0/4 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) didn't match Pod's node "
                + "affinity/selector, 1 node(s) were unschedulable, 1 node(s) had untolerated taint(s). no new claims to "
                + "deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.";
        var gpus = new Toleration(GPU, "Exists", "", "", null);
        var sample = new Sample().with(node("small").nvidia("NVIDIA-B200", 1).has(GPU, 1).label("pool", "b200"))
                .with(node("other").nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned())
                .with(node("sick").nvidia("NVIDIA-L4", 2).has(GPU, 2).taint("node.kubernetes.io/not-ready", "",
                        "NoSchedule"))
                .with(node("large").nvidia("NVIDIA-B200", 2).has(GPU, 2).label("pool", "b200")
                        .taint(GPU, "", "NoSchedule").taint("dedicated", "", "NoSchedule"))
                .waiting("x/3", GPU, 2, said);

        assertThat(reason(sample)).endsWith(
                ". Cannot tell whether the pod may use the nodes that are currently cordoned, tainted or not ready.");
        assertThat(prospect(sample)).isEqualTo(PendingPodProspect.UNKNOWN);
        var selecting = sample.placed(new PodSchedulingConstraints(
                new RequiredNodeAffinity(List.of(LabelRequirement.equalTo("pool", "b200")), Optional.empty()),
                List.of(gpus)));
        assertThat(prospect(selecting)).isEqualTo(PendingPodProspect.NEVER);
        assertThat(reason(selecting))
                .isEqualTo("Untolerated taint dedicated:NoSchedule on the only node " + "that could run the pod");
        var large = new RequiredNodeAffinity(List.of(),
                Optional.of(List.of(new RequiredNodeAffinity.NodeAffinityTerm(
                        List.of(new LabelRequirement("nvidia.com/gpu.product", "In", List.of("NVIDIA-L4"))),
                        List.of()))));
        var preferring = sample.placed(new PodSchedulingConstraints(large, List.of(gpus)));
        assertThat(prospect(preferring)).isEqualTo(PendingPodProspect.UNKNOWN);
        assertThat(reason(preferring)).isEqualTo(
                "No node that could run the pod accepts it right now (1 node cordoned and 1 node not ready)");
    }

    @Test
    void ofWhoClaimsDevicesNobodySaysWhichNodesCouldTakeIt() {
        var said = "0/2 nodes are available: 2 node(s) had untolerated taint(s). still not schedulable, preemption: 0/2 "
                + "nodes are available: 2 Preemption is not helpful for scheduling.";
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has("cpu", 8).taint("team", "", "NoSchedule"))
                .with(node("b").nvidia("NVIDIA-L4", 2).has("cpu", 8).taint("team", "", "NoSchedule"));
        sample.claiming("x/3", "", "mine");
        assertThat(
                reason(sample.unplaced(said).placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of()))))
                .isEqualTo("No node fits (2 with an untolerated taint)");
        assertThat(prospect(sample)).isEqualTo(PendingPodProspect.NEVER);
    }

    @Test
    void whatTheSchedulerSaidBeforeANodeWasOpenedIsNoVerdictForEver() {
        var said = "0/2 nodes are available: 2 node(s) had untolerated taint(s). no new claims to deallocate, "
                + "preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
        assertThat(prospect(twoNodes().waiting("x/3", GPU, 1, said)
                .placed(new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of()))))
                .isEqualTo(PendingPodProspect.UNKNOWN);
    }

    @Test
    void whoWaitsForAnotherSchedulerIsToldForWhich() {
        var other = new PodSchedulingConstraints(RequiredNodeAffinity.ANY, List.of(), UnevaluatedPodConstraints.NONE,
                "default-schedular", List.of());
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1, "").placed(other)))
                .isEqualTo("Waiting for scheduler default-schedular. The pod’s conditions contain no message.");
    }

    private static PendingPodProspect prospect(Sample sample) {
        var fleet = sample.fleet();
        return new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()).diagnose(fleet.pendingPods().getFirst())
                .prospect();
    }

    private static Sample.NodeBuilder shared(String name) {
        return node(name).nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4")
                .label(GPU + ".sharing-strategy", "time-slicing");
    }

    @Test
    void whoIsToldThatNobodyIsInItsWayIsNotToldThatOthersHoldWhatItWants() {
        var closed = "0/3 nodes are available: 3 node(s) had untolerated taint(s). preemption: 0/3 nodes are "
                + "available: 3 Preemption is not helpful for scheduling.";

        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2).waiting("x/3", GPU, 1, closed)))
                .isEqualTo("No node fits (3 with an untolerated taint). The scheduler’s report covers 3 nodes, but the "
                        + "cluster now has 2.");
    }

    @Test
    void whatTheSchedulerSaysInOtherWordsIsRepeated() {
        assertThat(reason(
                twoNodes().waiting("x/3", GPU, 1, "0/5 nodes are available: a plugin of ones own objects. not found")))
                .isEqualTo("0/5 nodes are available: a plugin of ones own objects");
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1, "no nodes available to schedule pods")))
                .isEqualTo("no nodes available to schedule pods");
    }

    @Test
    void resourceNamesWithFullStopsDoNotEndTheList() {
        var refusal = SchedulerFailureMessage.parse("0/9 nodes are available: 4 Insufficient nvidia.com/mig-3g.40gb, "
                + "5 node(s) had untolerated taint {nvidia.com/gpu: present}. no new claims to deallocate, preemption: "
                + "0/9 nodes are available: 9 Preemption is not helpful for scheduling.");

        assertThat(refusal).hasValueSatisfying(it -> {
            assertThat(it.nodes()).isEqualTo(9);
            assertThat(it.reasons()).containsExactly(new NodeRejectionCount(4, "Insufficient nvidia.com/mig-3g.40gb"),
                    new NodeRejectionCount(5, "node(s) had untolerated taint {nvidia.com/gpu: present}"));
        });
    }

    @Test
    void otherTextIsNoRefusal() {
        assertThat(SchedulerFailureMessage.parse("running PreFilter plugin: boom")).isEmpty();
        assertThat(SchedulerFailureMessage.parse("0/99999999999 nodes are available: x. ")).isEmpty();
    }
}
