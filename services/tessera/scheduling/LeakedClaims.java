package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.model.Snapshot;

/** Claims that no pod uses and whose deletion would leave a node the devices that a pod claims. */
record LeakedClaims(DeviceClaims wanted, List<NodeFit> nodes) {

    LeakedClaims {
        nodes = List.copyOf(nodes);
    }

    List<RemedySuggestion> advice(Snapshot snapshot) {
        var lacking = nodes.stream().filter(node -> node.only(BlockerKind.OTHERS)
                && node.objections().stream().allMatch(each -> each.check() == FilterCheck.DEVICES)).toList();
        if (lacking.isEmpty()) {
            return List.of();
        }
        var leaked = ClaimOverview.of(snapshot).claims().stream().filter(line -> line.status() == ClaimStatus.LEAKED
                && !(line.claim().namespace().equals(wanted.namespace())
                        && wanted.names().contains(line.claim().name())))
                .toList();
        var found = new ArrayList<RemedySuggestion>();
        for (var node : lacking) {
            var there = leaked.stream().filter(line -> line.node().equals(node.name())).toList();
            var enough = wanted.freeing(node.facts()).claims(there.stream().map(ClaimLine::claim).toList());
            if (!enough.isEmpty() && found.size() < PodAdvice.EACH) {
                found.add(ClaimDeletion.of(there.stream().filter(line -> enough.contains(line.claim())).toList(),
                        snapshot.devices().version(), node.name() + " takes the pod"));
            }
        }
        return found;
    }
}
