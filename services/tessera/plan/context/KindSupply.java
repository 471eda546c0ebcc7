package tessera.plan.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;

/** What a cluster has of a kind: versions, and objects. */
public final class KindSupply {

    private static final List<ObjectRef> LISTED = List.of(
            new ObjectRef("v1", "Namespace", "namespaces", "", ""),
            new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""),
            new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "", ""),
            new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""));
    private static final Set<ProblemKind> UNKNOWN = Set.of(ProblemKind.FORBIDDEN, ProblemKind.NOT_FOUND);

    private KindSupply() {}

    /**
     * The names of the namespaces, and of the classes that pods go by, by kind.
     *
     * @param gaps why those of a kind are not known, in a sentence without a full stop
     */
    public record ListedNames(Map<String, Set<String>> names, Map<String, String> gaps) {

        public ListedNames {
            names = Map.copyOf(names);
            gaps = Map.copyOf(gaps);
        }
    }

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
            if (failure.problem().kind() == ProblemKind.FORBIDDEN) {
                return true;
            }
            throw failure;
        }
    }

    /** Asks the cluster; waits for it. */
    public static ListedNames listed(ManifestLookups lookups) throws Failure, InterruptedException {
        var names = new HashMap<String, Set<String>>();
        var gaps = new HashMap<String, String>();
        for (var kind : LISTED) {
            try {
                var found = lookups.names(kind);
                // Of very many not all are read: whoever is not among those may be there all the same.
                if (found.whole()) {
                    names.put(kind.kind(), Set.copyOf(found.found()));
                } else {
                    gaps.put(kind.kind(), "There are too many to list");
                }
            } catch (Failure failure) {
                if (!UNKNOWN.contains(failure.problem().kind())) {
                    throw failure;
                }
                gaps.put(kind.kind(), failure.problem().headline());
            }
        }
        return new ListedNames(names, gaps);
    }
}
