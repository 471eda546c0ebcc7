package tessera.demo.schedule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The inter-pod affinity filter, with the places to share and to avoid found once for one pending pod. */
final class Company {

    private static final Verdict ALONE = Verdict.closed("node(s) didn't match pod affinity rules");
    private static final Verdict UNWANTED = Verdict.full("node(s) didn't match pod anti-affinity rules");
    private static final Verdict NOT_WELCOME = Verdict
            .full("node(s) didn't satisfy existing pods anti-affinity rules");

    private final PendingPod pod;
    private final Set<Place> shared = new HashSet<>();
    private final Set<Place> avoided = new HashSet<>();
    private final Set<Place> forbidden = new HashSet<>();
    private final boolean first;

    private record Place(String key, String value) {}

    Company(ClusterView view, PendingPod pod) {
        this.pod = pod;
        boolean selective = !pod.affinity().isEmpty() || !pod.self().antiAffinity().isEmpty();
        for (var node : view.nodes()) {
            for (var other : node.jealous()) {
                collect(view, other.antiAffinity(), pod.self(), node, forbidden);
            }
            if (selective) {
                for (var other : node.pods()) {
                    collect(view, pod.self().antiAffinity(), other, node, avoided);
                    if (speaksOf(view, pod.affinity(), other)) {
                        collect(view, pod.affinity(), other, node, shared);
                    }
                }
            }
        }
        first = shared.isEmpty() && speaksOf(view, pod.affinity(), pod.self());
    }

    private static void collect(ClusterView view, List<PodTerm> terms, Occupant other, NodeState node,
            Set<Place> places) {
        for (var term : terms) {
            var value = node.labels().get(term.topologyKey());
            if (value != null && term.speaksOf(other, view.namespaces())) {
                places.add(new Place(term.topologyKey(), value));
            }
        }
    }

    private static boolean speaksOf(ClusterView view, List<PodTerm> terms, Occupant other) {
        return terms.stream().allMatch(term -> term.speaksOf(other, view.namespaces()));
    }

    Verdict verdict(NodeState node) {
        if (!hasCompany(node)) {
            return ALONE;
        }
        for (var term : pod.self().antiAffinity()) {
            if (contains(avoided, term.topologyKey(), node)) {
                return UNWANTED;
            }
        }
        for (var place : forbidden) {
            if (place.value().equals(node.labels().get(place.key()))) {
                return NOT_WELCOME;
            }
        }
        return Verdict.FITS;
    }

    /** The first of a group of pods that want to be together finds no company anywhere and may go where it likes. */
    private boolean hasCompany(NodeState node) {
        for (var term : pod.affinity()) {
            boolean labelled = node.labels().containsKey(term.topologyKey());
            if (!labelled || (!first && !contains(shared, term.topologyKey(), node))) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(Set<Place> places, String key, NodeState node) {
        var value = node.labels().get(key);
        return value != null && places.contains(new Place(key, value));
    }
}
