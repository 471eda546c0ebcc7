package tessera.lint.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.DeviceClassNames;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;

/**
 * What is known of the cluster that a manifest is meant for.
 *
 * @param kinds   in which versions it serves a kind, such as {@code batch/v1}, by {@code apiVersion/kind}; in none where
 *                it does not know the kind; those that were not looked up are left out
 * @param claimed resources that no device plugin need offer, since a class of devices does; nothing
 *                where the classes may not be looked at
 * @param namespaces all that there are; empty where they may not be listed
 * @param classes names of all that there are, by kind, such as {@code PriorityClass}; those that may not be listed are
 *                left out
 * @param gaps    why the names of a kind are not known, be it {@code Namespace} or a class, as far as that is known
 * @param sharing name of the ConfigMap that its device plugins are told to read, which may be empty; nothing where that
 *                is not known
 * @param absent  objects that are named and that it is known not to have, each with the names of those of its kind that
 *                there are where it would be, as far as that is known
 * @param unknown objects that are named and of which it is not known whether it has them, with why
 * @param grows   whether something in it makes nodes for pods that find none, as far as that is known
 * @param server  what its server says it is
 */
public record ManifestEnvironment(Snapshot snapshot, Map<String, List<String>> kinds, Optional<Set<String>> claimed,
        Optional<Set<String>> namespaces, Map<String, Set<String>> classes, Map<String, String> gaps,
        Optional<String> sharing, Map<ObjectReference, Set<String>> absent, Map<ObjectReference, String> unknown,
        boolean grows, ServerVersion server) {

    public ManifestEnvironment {
        kinds = Map.copyOf(kinds);
        claimed = claimed.map(Set::copyOf);
        namespaces = namespaces.map(Set::copyOf);
        classes = Map.copyOf(classes);
        gaps = Map.copyOf(gaps);
        absent = Map.copyOf(absent);
        unknown = Map.copyOf(unknown);
    }

    /** One whose classes are not known. */
    public ManifestEnvironment(Snapshot snapshot, Map<String, List<String>> kinds, Optional<Set<String>> claimed,
            Optional<Set<String>> namespaces) {
        this(snapshot, kinds, claimed, namespaces, Map.of());
    }

    /** One of which nobody knows how it shares GPUs. */
    public ManifestEnvironment(Snapshot snapshot, Map<String, List<String>> kinds, Optional<Set<String>> claimed,
            Optional<Set<String>> namespaces, Map<String, Set<String>> classes) {
        this(snapshot, kinds, claimed, namespaces, classes, Map.of(), Optional.empty(), Map.of(), Map.of(),
                false, ServerVersion.UNKNOWN);
    }

    /** The same, of which it is known why some names are not. */
    public ManifestEnvironment unlisted(Map<String, String> reasons) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, reasons, sharing, absent, unknown,
                grows, server);
    }

    /** The same, whose device plugins are told to read a ConfigMap; none for an empty name. */
    public ManifestEnvironment told(String map) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, gaps, Optional.of(map), absent,
                unknown,
                grows, server);
    }

    /** The same, of which it is known that it lacks these, each with names of those that it has. */
    public ManifestEnvironment lacking(Map<ObjectReference, Set<String>> references) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, gaps, sharing, references,
                unknown,
                grows, server);
    }

    /** The same, of which it is not known whether it has these, with why. */
    public ManifestEnvironment unknown(Map<ObjectReference, String> references) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, gaps, sharing, absent, references,
                grows, server);
    }

    /** The same, in which something makes nodes for pods that find none. */
    public ManifestEnvironment growing(boolean grown) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, gaps, sharing, absent, unknown,
                grown,
                server);
    }

    /** The same, whose server says what it is. */
    public ManifestEnvironment served(ServerVersion version) {
        return new ManifestEnvironment(snapshot, kinds, claimed, namespaces, classes, gaps, sharing, absent, unknown,
                grows,
                version);
    }

    /** Whether it is known that there is no such namespace. */
    public boolean lacks(String namespace) {
        return namespaces.filter(all -> !all.contains(namespace)).isPresent();
    }

    /** Whether its nodes are seen; nothing is said of nodes that nobody sees. */
    public boolean seesNodes() {
        return snapshot.nodesSeen();
    }

    /** Whether a resource can be had although no node names it. */
    public boolean claimable(String resource) {
        return claimed.filter(all -> all.contains(resource)).isPresent()
                || resource.startsWith(DeviceClassNames.IMPLICIT);
    }
}
