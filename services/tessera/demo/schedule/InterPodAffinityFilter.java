package tessera.demo.schedule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The inter-pod affinity filter, with the domains to share and to avoid found once for one pending pod. */
final class InterPodAffinityFilter {

    private static final NodeVerdict ALONE = NodeVerdict.ofUnresolvable("node(s) didn't match pod affinity rules");
    private static final NodeVerdict UNWANTED = NodeVerdict
            .ofResolvable("node(s) didn't match pod anti-affinity rules");
    private static final NodeVerdict NOT_WELCOME = NodeVerdict
            .ofResolvable("node(s) didn't satisfy existing pods anti-affinity rules");

    private final PendingPod pod;
    private final Set<TopologyPlace> shared = new HashSet<>();
    private final Set<TopologyPlace> avoided = new HashSet<>();
    private final Set<TopologyPlace> forbidden = new HashSet<>();
    private final boolean first;

    private record TopologyPlace(String key, String value) {}

    InterPodAffinityFilter(ClusterView view, PendingPod pod) {
        this.pod = pod;
        boolean selective = !pod.affinity().isEmpty() || !pod.self().antiAffinity().isEmpty();
        for (var node : view.nodes()) {
            for (var other : node.antiAffinityPods()) {
                collectDomains(view, other.antiAffinity(), pod.self(), node, forbidden);
            }
            if (selective) {
                for (var other : node.pods()) {
                    collectDomains(view, pod.self().antiAffinity(), other, node, avoided);
                    if (allTermsSelect(view, pod.affinity(), other)) {
                        collectDomains(view, pod.affinity(), other, node, shared);
                    }
                }
            }
        }
        first = shared.isEmpty() && allTermsSelect(view, pod.affinity(), pod.self());
    }

    private static void collectDomains(ClusterView view, List<SimulatedAffinityTerm> terms, NodeOccupant other,
            NodeState node,
            Set<TopologyPlace> places) {
        for (var term : terms) {
            var value = node.labels().get(term.topologyKey());
            if (value != null && term.selectsPod(other, view.namespaceLabels())) {
                places.add(new TopologyPlace(term.topologyKey(), value));
            }
        }
    }

    private static boolean allTermsSelect(ClusterView view, List<SimulatedAffinityTerm> terms, NodeOccupant other) {
        return terms.stream().allMatch(term -> term.selectsPod(other, view.namespaceLabels()));
    }

    NodeVerdict verdict(NodeState node) {
        if (!satisfiesAffinity(node)) {
            return ALONE;
        }
        for (var term : pod.self().antiAffinity()) {
            if (containsDomain(avoided, term.topologyKey(), node)) {
                return UNWANTED;
            }
        }
        for (var place : forbidden) {
            if (place.value().equals(node.labels().get(place.key()))) {
                return NOT_WELCOME;
            }
        }
        return NodeVerdict.FITS;
    }

    /** Returns whether the required affinity is met; the first of a group of pods that select one another may go anywhere. */
    private boolean satisfiesAffinity(NodeState node) {
        for (var term : pod.affinity()) {
            boolean labelled = node.labels().containsKey(term.topologyKey());
            if (!labelled || (!first && !containsDomain(shared, term.topologyKey(), node))) {
                return false;
            }
        }
        return true;
    }

    private static boolean containsDomain(Set<TopologyPlace> places, String key, NodeState node) {
        var value = node.labels().get(key);
        return value != null && places.contains(new TopologyPlace(key, value));
    }
}
