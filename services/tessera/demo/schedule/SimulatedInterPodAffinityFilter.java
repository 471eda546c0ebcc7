package tessera.demo.schedule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The inter-pod affinity filter, with the domains to share and to avoid found once for one pending pod. */
final class SimulatedInterPodAffinityFilter {

    private static final SimulatedNodeFilterResult ALONE = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) didn't match pod affinity rules");
    private static final SimulatedNodeFilterResult UNWANTED = SimulatedNodeFilterResult
            .ofResolvable("node(s) didn't match pod anti-affinity rules");
    private static final SimulatedNodeFilterResult NOT_WELCOME = SimulatedNodeFilterResult
            .ofResolvable("node(s) didn't satisfy existing pods anti-affinity rules");

    private final SimulatedPendingPod pod;
    private final Set<TopologyDomain> shared = new HashSet<>();
    private final Set<TopologyDomain> avoided = new HashSet<>();
    private final Set<TopologyDomain> forbidden = new HashSet<>();
    private final boolean first;

    private record TopologyDomain(String key, String value) {}

    SimulatedInterPodAffinityFilter(SimulatedSchedulerCache view, SimulatedPendingPod pod) {
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

    private static void collectDomains(SimulatedSchedulerCache view, List<SimulatedPodAffinityTerm> terms,
            SimulatedNodePod other,
            SimulatedSchedulerNodeState node,
            Set<TopologyDomain> places) {
        for (var term : terms) {
            var value = node.labels().get(term.topologyKey());
            if (value != null && term.selectsPod(other, view.namespaceLabels())) {
                places.add(new TopologyDomain(term.topologyKey(), value));
            }
        }
    }

    private static boolean allTermsSelect(SimulatedSchedulerCache view, List<SimulatedPodAffinityTerm> terms,
            SimulatedNodePod other) {
        return terms.stream().allMatch(term -> term.selectsPod(other, view.namespaceLabels()));
    }

    SimulatedNodeFilterResult verdict(SimulatedSchedulerNodeState node) {
        if (!satisfiesAffinity(node)) {
            return ALONE;
        }
        for (var term : pod.self().antiAffinity()) {
            if (containsDomain(avoided, term.topologyKey(), node)) {
                return UNWANTED;
            }
        }
        for (var domain : forbidden) {
            if (domain.value().equals(node.labels().get(domain.key()))) {
                return NOT_WELCOME;
            }
        }
        return SimulatedNodeFilterResult.FITS;
    }

    /** Returns whether the required affinity is met; the first of a group of pods that select one another may go anywhere. */
    private boolean satisfiesAffinity(SimulatedSchedulerNodeState node) {
        for (var term : pod.affinity()) {
            boolean labelled = node.labels().containsKey(term.topologyKey());
            if (!labelled || (!first && !containsDomain(shared, term.topologyKey(), node))) {
                return false;
            }
        }
        return true;
    }

    private static boolean containsDomain(Set<TopologyDomain> places, String key, SimulatedSchedulerNodeState node) {
        var value = node.labels().get(key);
        return value != null && places.contains(new TopologyDomain(key, value));
    }
}
