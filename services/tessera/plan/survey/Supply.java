package tessera.plan.survey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;
import tessera.plan.survey.ManifestLookups.Names;

/** What a cluster has of a kind: versions, and objects. */
public final class Supply {

    private static final List<ObjectRef> CLASSES = List.of(
            new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""),
            new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "", ""),
            new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""));
    private static final Set<Kind> UNKNOWN = Set.of(Kind.FORBIDDEN, Kind.NOT_FOUND);

    private Supply() {}

    /**
     * In which versions a cluster serves a kind. Asks it, and for others only where the one that is wanted is not there.
     *
     * @param wanted for example {@code resource.k8s.io/v1}
     */
    public static List<String> versions(ManifestLookups lookups, String wanted, String kind)
            throws Failure, InterruptedException {
        if (lookups.kind(wanted, kind).isPresent()) {
            return List.of(wanted);
        }
        var group = wanted.substring(0, Math.max(0, wanted.indexOf('/')));
        var served = new ArrayList<String>();
        for (var version : group.isEmpty() ? List.<String>of() : lookups.versions(group)) {
            if (lookups.kind(group + "/" + version, kind).isPresent()) {
                served.add(group + "/" + version);
            }
        }
        return served;
    }

    /**
     * Asks the cluster; waits for it. Who may not list them is not told that there are none.
     *
     * @param kind as {@code apiVersion/kind/plural}, of the whole cluster
     */
    public static boolean any(ManifestLookups lookups, String kind) throws Failure, InterruptedException {
        int plural = kind.lastIndexOf('/');
        int name = kind.lastIndexOf('/', plural - 1);
        try {
            return !lookups.names(new ObjectRef(kind.substring(0, name), kind.substring(name + 1, plural),
                    kind.substring(plural + 1), "", "")).found().isEmpty();
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.FORBIDDEN) {
                return true;
            }
            throw failure;
        }
    }

    /** The names of all namespaces; empty where they may not be listed, or are too many. Asks the cluster; waits for it. */
    public static Optional<Set<String>> namespaces(ManifestLookups lookups) throws Failure, InterruptedException {
        return names(lookups, new ObjectRef("v1", "Namespace", "namespaces", "", ""));
    }

    /**
     * The names of the classes that pods go by, by kind; those that may not be listed, or are too many, are left out. Asks the cluster;
     * waits for it.
     */
    public static Map<String, Set<String>> classes(ManifestLookups lookups) throws Failure, InterruptedException {
        var classes = new HashMap<String, Set<String>>();
        for (var kind : CLASSES) {
            names(lookups, kind).ifPresent(names -> classes.put(kind.kind(), names));
        }
        return classes;
    }

    private static Optional<Set<String>> names(ManifestLookups lookups, ObjectRef kind)
            throws Failure, InterruptedException {
        try {
            // Of very many not all are read: whoever is not among those may be there all the same.
            return Optional.of(lookups.names(kind)).filter(Names::whole).map(names -> Set.copyOf(names.found()));
        } catch (Failure failure) {
            if (UNKNOWN.contains(failure.problem().kind())) {
                return Optional.empty();
            }
            throw failure;
        }
    }
}
