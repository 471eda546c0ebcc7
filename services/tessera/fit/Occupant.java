package tessera.fit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.fit.Surroundings.Neighbour;
import tessera.fit.wish.CompanyTerm;
import tessera.fit.wish.HostPort;
import tessera.fit.wish.PodWish;
import tessera.model.Owner;
import tessera.model.PodFacts;
import tessera.model.Resources;

/**
 * A pod as others on its node feel it.
 *
 * @param aversion whom it does not want near
 * @param ending   whether its deletion has begun
 * @param stays    whether it would be back on its node at once if it ended
 * @param owner    its controller
 */
record Occupant(String uid, String namespace, String name, Map<String, String> labels, int priority,
        Resources requests, List<HostPort> ports, List<CompanyTerm> aversion, boolean ending,
        boolean stays, Owner owner) {

    private static final Set<String> STAYING = Set.of("DaemonSet", "Node");

    static Occupant of(PodFacts pod, Neighbour more) {
        return new Occupant(pod.uid(), pod.namespace(), pod.name(), pod.labels(), pod.priority(), pod.requests(),
                more.ports(), more.aversion(), pod.deleting() != null, STAYING.contains(pod.owner().kind()),
                pod.owner());
    }

    /** The pod itself, once it is there; nobody is to make room for the next such pod by ending it. */
    static Occupant of(PodWish wish, String uid) {
        return new Occupant(uid, wish.namespace(), wish.name(), wish.labels(), wish.priority(), wish.requests(),
                wish.ports(), wish.aversion(), false, true, Owner.NONE);
    }

    /** Whether one controller made both, which would make it anew at once. */
    boolean sibling(PodFacts pod) {
        return !owner.equals(Owner.NONE) && owner.equals(pod.owner()) && namespace.equals(pod.namespace());
    }

    String key() {
        return namespace + "/" + name;
    }
}
