package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimStatus;
import tessera.model.ObjectRef;
import tessera.model.ResourceClaim;
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
                found.add(deletion(node.name(), there.stream().filter(line -> enough.contains(line.claim())).toList()));
            }
        }
        return found;
    }

    private static RemedySuggestion deletion(String node, List<ClaimLine> claims) {
        var names = claims.stream().map(line -> "%s (%s)".formatted(line.claim().key(), line.holds()))
                .collect(Collectors.joining(", "));
        boolean one = claims.size() == 1;
        var commands = claims.stream().map(ClaimLine::claim).collect(Collectors.groupingBy(ResourceClaim::namespace,
                TreeMap::new, Collectors.mapping(ResourceClaim::name, Collectors.joining(" "))));
        return new RemedySuggestion("Delete the %s %s, which no pod uses: then %s takes the pod".formatted(
                one ? "claim" : "claims", names, node),
                commands.entrySet().stream().map(each -> "kubectl -n %s delete resourceclaim %s".formatted(
                        each.getKey(), each.getValue())).collect(Collectors.joining("; ")),
                new PodRemedy.DeleteObjects(
                        claims.stream().map(line -> new ObjectRef(ClaimApi.VERSIONS.getFirst(), "ResourceClaim",
                                "resourceclaims", line.claim().namespace(), line.claim().name())).toList()));
    }
}
