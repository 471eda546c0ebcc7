package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.model.ClusterSnapshot;

/** Finds unused claims whose deletion would free the devices that a pod claims. */
record UnusedResourceClaimRemedyFinder(PodDeviceClaims podClaims, List<NodeFitResult> nodes) {

    UnusedResourceClaimRemedyFinder {
        nodes = List.copyOf(nodes);
    }

    List<SchedulingRemedy> remedies(ClusterSnapshot clusterSnapshot) {
        var lacking = nodes.stream().filter(node -> node.failsOnly(NodeFilterFailureEndCondition.OTHERS)
                && node.failures().stream().allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                .toList();
        if (lacking.isEmpty()) {
            return List.of();
        }
        var leaked = ClusterResourceClaimOverview.of(clusterSnapshot).claims().stream()
                .filter(claimSummary -> claimSummary.status() == ResourceClaimStatus.LEAKED
                        && !(claimSummary.claim().namespace().equals(podClaims.namespace())
                                && podClaims.names().contains(claimSummary.claim().name())))
                .toList();
        var found = new ArrayList<SchedulingRemedy>();
        for (var node : lacking) {
            var there = leaked.stream().filter(claimSummary -> claimSummary.node().equals(node.name())).toList();
            var enough = podClaims.deviceFreeingPods(node.nodeSummary())
                    .findClaims(there.stream().map(ResourceClaimSummary::claim).toList());
            if (!enough.isEmpty() && found.size() < SchedulingRemedy.MOST_OF_A_KIND) {
                found.add(UnusedResourceClaimRemedyFactory.suggestDeletion(
                        there.stream().filter(claimSummary -> enough.contains(claimSummary.claim())).toList(),
                        clusterSnapshot.devices().version(), node.name()));
            }
        }
        return found;
    }
}
