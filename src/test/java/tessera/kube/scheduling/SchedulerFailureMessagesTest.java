package tessera.kube.scheduling;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.FilterResult.NodeRejection;

import static org.assertj.core.api.Assertions.assertThat;

/** The messages that kube-scheduler 1.36 wrote into recorded pods. */
class SchedulerFailureMessagesTest {

    private static final List<String> SELECTOR = List.of(NodeRejectionReason.NODE_AFFINITY.message());

    @Test
    void reasonsAreCountedAndSortedAsTextWithTheirCounts() {
        var failure = SchedulerFailureMessages.countedReasonsMessage(13,
                Stream.concat(Collections.nCopies(11, SELECTOR).stream(),
                        Stream.of(List.of("Insufficient cpu", "Insufficient cpu"), List.of("Insufficient cpu")))
                        .toList());

        assertThat(failure).isEqualTo("0/13 nodes are available: 11 node(s) didn't match Pod's node affinity/selector, "
                + "2 Insufficient cpu.");
        assertThat(SchedulerFailureMessages.preemptionMessage(failure, "none."))
                .endsWith("2 Insufficient cpu. no new claims to deallocate, preemption: none.");
        assertThat(SchedulerFailureMessages.claimsMessage(failure, "none."))
                .endsWith("2 Insufficient cpu. still not schedulable, preemption: none.");
    }

    @Test
    void refusalsBeforeAnyNodeIsExaminedEndAsTheSchedulersDo() {
        assertThat(SchedulerFailureMessages.preFilterMessage(5, SchedulerFailureMessages.missingClaimMessage("data")))
                .isEqualTo("0/5 nodes are available: persistentvolumeclaim \"data\" not found. not found");
        assertThat(SchedulerFailureMessages.deletedClaimMessage("data"))
                .isEqualTo("persistentvolumeclaim \"data\" is being deleted");
        assertThat(SchedulerFailureMessages.unresolvableMessage(2, "request gpu: no")).isEqualTo(
                "0/2 nodes are available: request gpu: no. no new claims to deallocate, preemption: 0/2 nodes are "
                        + "available: 2 Preemption is not helpful for scheduling.");
        assertThat(SchedulerFailureMessages.filterErrorMessage("boom"))
                .isEqualTo("running \"DynamicResources\" filter plugin: boom");
    }

    @Test
    void shortagesAreNamedForTheNodesResourcesFirst() {
        assertThat(NodeRejectionReason.resourcesInOrder(ResourceAmounts
                .of(Map.of("amd.com/gpu", 1L, "memory", 1L, "zeta", 1L, "cpu", 1L, "nvidia.com/gpu", 0L))))
                .containsExactly("cpu", "memory", "amd.com/gpu", "zeta");
        assertThat(NodeRejectionReason.insufficientMessage("cpu")).isEqualTo("Insufficient cpu");
    }

    @Test
    void preemptionIsTriedWhereOtherPodsAreInTheWay() {
        assertThat(NodeRejectionReason.values()).filteredOn(reason -> NodeRejection.of(reason).mayEvictionHelp())
                .containsExactly(NodeRejectionReason.HOST_PORTS, NodeRejectionReason.TOO_MANY_PODS,
                        NodeRejectionReason.CLAIM_OF_ANOTHER_POD, NodeRejectionReason.TOPOLOGY_SKEW,
                        NodeRejectionReason.POD_ANTI_AFFINITY, NodeRejectionReason.EXISTING_POD_ANTI_AFFINITY);
    }
}
