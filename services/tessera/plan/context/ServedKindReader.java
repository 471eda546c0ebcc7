package tessera.plan.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The versions and objects of a kind that a cluster has. */
public final class ServedKindReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ServedKindReader.class);

    private static final List<ObjectRef> LISTED = List.of(new ObjectRef("v1", "Namespace", "namespaces", "", ""),
            new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", ""),
            new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "", ""),
            new ObjectRef("storage.k8s.io/v1", "StorageClass", "storageclasses", "", ""));
    private static final Set<OperationProblemKind> UNKNOWN = Set.of(OperationProblemKind.FORBIDDEN,
            OperationProblemKind.NOT_FOUND);

    private ServedKindReader() {}

    /**
     * The names of namespaces and of the classes that pods refer to, by kind.
     *
     * @param unknownReasons why those of a kind are not known, in a sentence without a full stop
     */
    public record ObjectNamesByKind(Map<String, Set<String>> names, Map<String, String> unknownReasons) {

        public ObjectNamesByKind {
            names = Map.copyOf(names);
            unknownReasons = Map.copyOf(unknownReasons);
        }
    }

    /**
     * Returns the versions in which a cluster serves a kind. Asks it, and for others only where the one that is wanted is not there.
     *
     * @param wanted for example {@code resource.k8s.io/v1}
     */
    public static List<String> servedVersions(ReferencedObjectReader referenceReader, String wanted, String kind)
            throws ProblemException, InterruptedException {
        if (referenceReader.findKind(wanted, kind).isPresent()) {
            return List.of(wanted);
        }
        var group = wanted.substring(0, Math.max(0, wanted.indexOf('/')));
        var served = new ArrayList<String>();
        for (var version : group.isEmpty() ? List.<String>of() : referenceReader.servedVersions(group)) {
            if (referenceReader.findKind(group + "/" + version, kind).isPresent()) {
                served.add(group + "/" + version);
            }
        }
        return served;
    }

    /**
     * Returns whether the cluster has any object of a kind; waits for the server. Who may not list them is not told that there are none.
     *
     * @param kind as {@code apiVersion/kind/plural}, of the whole cluster
     */
    public static boolean hasAny(ReferencedObjectReader referenceReader, String kind)
            throws ProblemException, InterruptedException {
        int plural = kind.lastIndexOf('/');
        int name = kind.lastIndexOf('/', plural - 1);
        try {
            return !referenceReader.listNames(new ObjectRef(kind.substring(0, name), kind.substring(name + 1, plural),
                    kind.substring(plural + 1), "", "")).names().isEmpty();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return true;
            }
            throw problemException;
        }
    }

    /** Reads the names of namespaces and classes; waits for the server. */
    public static ObjectNamesByKind listNames(ReferencedObjectReader referenceReader)
            throws ProblemException, InterruptedException {
        var names = new HashMap<String, Set<String>>();
        var gaps = new HashMap<String, String>();
        for (var kind : LISTED) {
            try {
                var objectNames = referenceReader.listNames(kind);
                // Of very many not all are read: whoever is not among those may be there all the same.
                if (objectNames.complete()) {
                    names.put(kind.kind(), Set.copyOf(objectNames.names()));
                } else {
                    gaps.put(kind.kind(), MESSAGES.text("kind.too-many"));
                }
            } catch (ProblemException problemException) {
                if (!UNKNOWN.contains(problemException.problem().kind())) {
                    throw problemException;
                }
                gaps.put(kind.kind(), problemException.problem().headline());
            }
        }
        return new ObjectNamesByKind(names, gaps);
    }
}
