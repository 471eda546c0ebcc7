package tessera.insight;

import org.junit.jupiter.api.Test;
import tessera.insight.Refusal.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** Why a pod waits, in plain words. */
class WaitingTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String FULL = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to "
            + "deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";

    private static String reason(Sample sample) {
        var fleet = sample.fleet();
        return new WaitingReason(fleet, Accelerators.standard()).of(fleet.waiting().getFirst());
    }

    private static Sample twoNodes() {
        return new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("b").nvidia("NVIDIA-L4", 2).has(GPU, 2));
    }

    @Test
    void everythingIsHeld() {
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2).waiting("x/3", GPU, 1, FULL)))
                .isEqualTo("All 4 GPUs are held");
    }

    @Test
    void theFreeOnesLieOnDifferentNodes() {
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 1).pod("x/2", "b", GPU, 1).waiting("x/3", GPU, 2, FULL)))
                .isEqualTo("Needs 2 GPUs free on one node; the largest free block is 1");
    }

    @Test
    void whatIsFreeBehindTaintsThatKeepThePodAwayIsNoBlockForIt() {
        var taints = "0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: ml}, " + FULL.substring(FULL
                .indexOf(": ") + 2);
        var tainted = twoNodes()
                .with(node("c").nvidia("NVIDIA-L4", 2).has(GPU, 2).taint("dedicated", "ml", "NoSchedule")
                        .taint(GPU, "present", "NoSchedule"))
                .pod("x/1", "a", GPU, 1).pod("x/2", "b", GPU, 2);

        assertThat(reason(tainted.waiting("x/3", GPU, 2, taints)))
                .isEqualTo(
                        "Needs 2 GPUs free on one node; the largest free block is 1; 2 more are free on nodes with taints");
    }

    @Test
    void whatItDoesNotSelectIsNotCountedWhetherHeldOrFree() {
        var choosy = "0/2 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) didn't match Pod's node "
                + "affinity/selector. no new claims to deallocate, preemption: 0/2 nodes are available: ";
        var held = twoNodes().pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 2);

        assertThat(reason(held.waiting("x/3", GPU, 2, choosy + "1 No preemption victims found for incoming pod, "
                + "1 Preemption is not helpful for scheduling."))).isEqualTo(
                        "The only node it may use does not have 2 GPUs free; 1 other is kept from it by its selector");
        assertThat(reason(twoNodes().pod("x/1", "a", GPU, 1).waiting("x/3", GPU, 2, choosy
                + "2 Preemption is not helpful for scheduling."))).isEqualTo("The only node it may use does not have "
                        + "2 GPUs, not even when empty; 1 other is kept from it by its selector");
    }

    @Test
    void noNodeIsLargeEnough() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 8, FULL)))
                .isEqualTo("Wants 8 GPUs on one node; no node has more than 2");
    }

    @Test
    void nobodyOffersIt() {
        assertThat(reason(twoNodes().waiting("x/3", "nvidia.com/mig-1g.5gb", 1, FULL)))
                .isEqualTo("No node offers nvidia.com/mig-1g.5gb");
    }

    @Test
    void thereIsRoomButItIsKeptFromIt() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1,
                "0/5 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable, "
                        + "3 node(s) had untolerated taint(s). preemption: 0/5 nodes are available: 5 Preemption "
                        + "is not helpful for scheduling.")))
                .isEqualTo("The only node it may use has too little CPU free; 4 others are kept from it by taints or a "
                        + "cordon");
    }

    private static String refused(String message) {
        return reason(twoNodes().waiting("x/3", GPU, 1, message + ". preemption: 0/9 nodes are available."));
    }

    @Test
    void whatKeepsItFromTheNodesThatCameFurthestIsSaidFirstAndNoNodeIsCountedTwice() {
        assertThat(refused("0/1000 nodes are available: 905 node(s) didn't match Pod's node affinity/selector, "
                + "51 node(s) had untolerated taint(s), 38 Insufficient cpu, 38 Insufficient memory, "
                + "44 Insufficient nvidia.com/gpu")).isEqualTo(
                        "The 44 nodes it may use have too few GPUs, too little CPU or memory free; "
                                + "956 others are kept from it by its selector or taints");
        assertThat(refused("0/50 nodes are available: 6 node(s) were unschedulable, 44 Insufficient nvidia.com/gpu"))
                .isEqualTo("None of the 44 nodes it may use has 1 GPU free; 6 others are kept from it by a cordon");
        assertThat(refused("0/30 nodes are available: 2 Insufficient cpu, 2 Insufficient memory, 28 node(s) had "
                + "untolerated taint(s)"))
                .startsWith("The 2 nodes it may use have too little CPU and memory free; 28 others");
    }

    @Test
    void nodesThatNothingButTheirKindKeepsFromItAreCountedByTheReason() {
        assertThat(refused("0/30 nodes are available: 1 node(s) were unschedulable, 21 node(s) didn't match Pod's node "
                + "affinity/selector, 8 node(s) had untolerated taint(s)"))
                .isEqualTo("No node fits: 21 do not match its selector, 8 have a taint it does not tolerate, "
                        + "1 is cordoned");
        assertThat(refused("0/9 nodes are available: 1 node(s) didn't match pod topology spread constraints, "
                + "3 Insufficient cpu, 2 Insufficient memory, 4 node(s) were unschedulable"))
                .isEqualTo("No node fits: 1 would break its spread, 4 have too little CPU or memory free, "
                        + "4 are cordoned");
    }

    @Test
    void numbersThatDoNotAddUpAreNotRepeated() {
        assertThat(refused("0/9 nodes are available: 5 Insufficient cpu, 7 node(s) were unschedulable"))
                .isEqualTo("Nodes that it may use have too little CPU free; 7 others are kept from it by a cordon");
    }

    @Test
    void aBlockOfSharesIsNoBlockOfGpus() {
        var sample = new Sample().with(node("a").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("b").nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4")
                        .label(GPU + ".sharing-strategy", "time-slicing"))
                .pod("x/1", "a", GPU, 2).pod("x/2", "b", GPU, 13);

        assertThat(reason(sample.waiting("x/3", GPU, 4, FULL)))
                .isEqualTo("Needs 4 GPUs free on one node; the largest free block is 3 shares");
        assertThat(reason(sample.pod("x/4", "b", GPU, 3))).isEqualTo("All 2 GPUs and 16 shares are held");
    }

    @Test
    void whatTheSchedulerSaysInOtherWordsIsRepeated() {
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1,
                "0/5 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found")))
                .isEqualTo("0/5 nodes are available: pod has unbound immediate PersistentVolumeClaims");
        assertThat(reason(twoNodes().waiting("x/3", GPU, 1, "no nodes available to schedule pods")))
                .isEqualTo("no nodes available to schedule pods");
    }

    @Test
    void resourceNamesWithFullStopsDoNotEndTheList() {
        var refusal = Refusal.read("0/9 nodes are available: 4 Insufficient nvidia.com/mig-3g.40gb, "
                + "5 node(s) had untolerated taint {nvidia.com/gpu: present}. no new claims to deallocate, preemption: "
                + "0/9 nodes are available: 9 Preemption is not helpful for scheduling.");

        assertThat(refusal).hasValueSatisfying(it -> {
            assertThat(it.nodes()).isEqualTo(9);
            assertThat(it.reasons()).containsExactly(new Reason(4, "Insufficient nvidia.com/mig-3g.40gb"),
                    new Reason(5, "node(s) had untolerated taint {nvidia.com/gpu: present}"));
        });
    }

    @Test
    void otherTextIsNoRefusal() {
        assertThat(Refusal.read("running PreFilter plugin: boom")).isEmpty();
        assertThat(Refusal.read("0/99999999999 nodes are available: x. ")).isEmpty();
    }
}
