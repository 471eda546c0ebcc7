package tessera.lint.subject;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * What is known of the cluster that a manifest is meant for.
 *
 * @param kinds   whether it knows a kind, by {@code apiVersion/kind}; those that were not looked up are left out
 * @param claimed resources that no device plugin need offer, since a class of devices does
 * @param namespaces all that there are; empty where they may not be listed
 * @param classes names of all that there are, by kind, such as {@code PriorityClass}; those that may not be listed are
 *                left out
 */
public record Surroundings(Snapshot snapshot, Map<String, Boolean> kinds, Set<String> claimed,
        Optional<Set<String>> namespaces, Map<String, Set<String>> classes) {

    public Surroundings {
        kinds = Map.copyOf(kinds);
        claimed = Set.copyOf(claimed);
        namespaces = namespaces.map(Set::copyOf);
        classes = Map.copyOf(classes);
    }

    /** One whose classes are not known. */
    public Surroundings(Snapshot snapshot, Map<String, Boolean> kinds, Set<String> claimed,
            Optional<Set<String>> namespaces) {
        this(snapshot, kinds, claimed, namespaces, Map.of());
    }

    /** Whether it is known that there is no such namespace. */
    public boolean lacks(String namespace) {
        return namespaces.filter(all -> !all.contains(namespace)).isPresent();
    }

    /** Whether its nodes may be listed; nothing is said of nodes that nobody sees. */
    public boolean seesNodes() {
        return !(snapshot.nodeHealth() instanceof SourceHealth.Absent);
    }

    /** Whether a resource can be had although no node names it. */
    public boolean claimable(String resource) {
        return claimed.contains(resource) || resource.startsWith("deviceclass.resource.kubernetes.io/");
    }
}
