package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.model.Snapshot;

/** Finds unused claims whose deletion would free the devices that a pod claims. */
record UnusedClaimRemedies(PodDeviceClaims podClaims, List<NodeFit> nodes) {

    UnusedClaimRemedies {
        nodes = List.copyOf(nodes);
    }

    List<RemedySuggestion> remedies(Snapshot snapshot) {
        var lacking = nodes.stream().filter(node -> node.failsOnly(BlockerResolution.OTHERS)
                && node.failures().stream().allMatch(failure -> failure.check() == FilterCheck.DEVICES)).toList();
        if (lacking.isEmpty()) {
            return List.of();
        }
        var leaked = ClaimOverview.of(snapshot).claims().stream().filter(line -> line.status() == ClaimStatus.LEAKED
                && !(line.claim().namespace().equals(podClaims.namespace())
                        && podClaims.names().contains(line.claim().name())))
                .toList();
        var found = new ArrayList<RemedySuggestion>();
        for (var node : lacking) {
            var there = leaked.stream().filter(line -> line.node().equals(node.name())).toList();
            var enough = podClaims.deviceFreeingPods(node.facts())
                    .findClaims(there.stream().map(ClaimLine::claim).toList());
            if (!enough.isEmpty() && found.size() < PendingPodRemedies.EACH) {
                found.add(ClaimDeletion.suggestDeletion(
                        there.stream().filter(line -> enough.contains(line.claim())).toList(),
                        snapshot.devices().version(), node.name() + " takes the pod"));
            }
        }
        return found;
    }
}
