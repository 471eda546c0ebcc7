package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.ClusterClaimOverview;
import tessera.insight.ResourceClaimStatus;
import tessera.insight.ResourceClaimSummary;
import tessera.model.ClusterSnapshot;

/** Finds unused claims whose deletion would free the devices that a pod claims. */
record UnusedClaimRemedyFinder(PodDeviceClaims podClaims, List<NodeFitResult> nodes) {

    UnusedClaimRemedyFinder {
        nodes = List.copyOf(nodes);
    }

    List<SchedulingRemedy> remedies(ClusterSnapshot clusterSnapshot) {
        var lacking = nodes.stream().filter(node -> node.failsOnly(FilterFailureDuration.OTHERS)
                && node.failures().stream().allMatch(failure -> failure.check() == SchedulerFilterKind.DEVICES))
                .toList();
        if (lacking.isEmpty()) {
            return List.of();
        }
        var leaked = ClusterClaimOverview
                .of(clusterSnapshot).claims().stream().filter(line -> line.status() == ResourceClaimStatus.LEAKED
                        && !(line.claim().namespace().equals(podClaims.namespace())
                                && podClaims.names().contains(line.claim().name())))
                .toList();
        var found = new ArrayList<SchedulingRemedy>();
        for (var node : lacking) {
            var there = leaked.stream().filter(line -> line.node().equals(node.name())).toList();
            var enough = podClaims.deviceFreeingPods(node.facts())
                    .findClaims(there.stream().map(ResourceClaimSummary::claim).toList());
            if (!enough.isEmpty() && found.size() < PendingPodRemedies.EACH) {
                found.add(UnusedClaimDeletion.suggestDeletion(
                        there.stream().filter(line -> enough.contains(line.claim())).toList(),
                        clusterSnapshot.devices().version(), node.name() + " takes the pod"));
            }
        }
        return found;
    }
}
