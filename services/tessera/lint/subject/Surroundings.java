package tessera.lint.subject;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * What is known of the cluster that a manifest is meant for.
 *
 * @param kinds   whether it knows a kind, by {@code apiVersion/kind}; those that were not looked up are left out
 * @param claimed resources that no device plugin need offer, since a class of devices does; nothing
 *                where the classes may not be looked at
 * @param namespaces all that there are; empty where they may not be listed
 * @param classes names of all that there are, by kind, such as {@code PriorityClass}; those that may not be listed are
 *                left out
 * @param sharing name of the ConfigMap that its device plugins are told to read, which may be empty; nothing where that
 *                is not known
 * @param absent  objects that are named and that it is known not to have
 * @param unasked objects that are named and that nobody looked for
 * @param withheld why it is not known whether objects that are named are there
 */
public record Surroundings(Snapshot snapshot, Map<String, Boolean> kinds, Optional<Set<String>> claimed,
        Optional<Set<String>> namespaces, Map<String, Set<String>> classes,
        Optional<String> sharing, Set<Reference> absent, Set<Reference> unasked,
        Map<Reference, Problem> withheld) {

    public Surroundings {
        kinds = Map.copyOf(kinds);
        claimed = claimed.map(Set::copyOf);
        namespaces = namespaces.map(Set::copyOf);
        classes = Map.copyOf(classes);
        absent = Set.copyOf(absent);
        unasked = Set.copyOf(unasked);
        withheld = Map.copyOf(withheld);
    }

    /** One whose classes are not known. */
    public Surroundings(Snapshot snapshot, Map<String, Boolean> kinds, Optional<Set<String>> claimed,
            Optional<Set<String>> namespaces) {
        this(snapshot, kinds, claimed, namespaces, Map.of());
    }

    /** One of which nobody knows how it shares GPUs. */
    public Surroundings(Snapshot snapshot, Map<String, Boolean> kinds, Optional<Set<String>> claimed,
            Optional<Set<String>> namespaces, Map<String, Set<String>> classes) {
        this(snapshot, kinds, claimed, namespaces, classes, Optional.empty(), Set.of(), Set.of(), Map.of());
    }

    /** The same, whose device plugins are told to read a ConfigMap; none for an empty name. */
    public Surroundings told(String map) {
        return new Surroundings(snapshot, kinds, claimed, namespaces, classes, Optional.of(map), absent, unasked,
                withheld);
    }

    /** The same, of which it is known that it lacks these. */
    public Surroundings lacking(Set<Reference> references) {
        return new Surroundings(snapshot, kinds, claimed, namespaces, classes, sharing, references, unasked, withheld);
    }

    /** The same, of which it was not asked whether it has these. */
    public Surroundings unasked(Set<Reference> references) {
        return new Surroundings(snapshot, kinds, claimed, namespaces, classes, sharing, absent, references, withheld);
    }

    /** The same, which does not say whether it has these, and why. */
    public Surroundings withholding(Map<Reference, Problem> references) {
        return new Surroundings(snapshot, kinds, claimed, namespaces, classes, sharing, absent, unasked, references);
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
        return claimed.filter(all -> all.contains(resource)).isPresent()
                || resource.startsWith("deviceclass.resource.kubernetes.io/");
    }
}
