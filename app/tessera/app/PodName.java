package tessera.app;

import java.util.Set;
import tessera.cluster.ClusterConnection;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * How a pod is named on the command line: {@code POD}, {@code NAMESPACE/POD} or, as kubectl has it, {@code pod/POD}.
 *
 * @param word      as it was written
 * @param namespace that an option says; empty for none
 */
record PodName(String word, String namespace) {

    /** A namespace of such a name is said by an option. */
    private static final Set<String> KINDS = Set.of("pod", "pods", "po");

    /**
     * The pod that is meant.
     *
     * @param usual the namespace where none is said
     * @throws Failure when it is no such name, or is said to be in two namespaces
     */
    ObjectRef in(String usual) throws Failure {
        var parts = word.split("/", -1);
        if (parts.length > 2 || parts[parts.length - 1].isEmpty()) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "“%s” is not NAMESPACE/POD".formatted(word)));
        }
        var place = parts.length == 1 || KINDS.contains(parts[0]) ? "" : parts[0];
        if (!place.isEmpty() && !namespace.isEmpty() && !place.equals(namespace)) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION,
                    "“%s” names a pod of %s, and --namespace says %s".formatted(word, place, namespace)));
        }
        var said = place.isEmpty() ? namespace : place;
        return ObjectRef.pod(said.isEmpty() ? usual : said, parts[parts.length - 1]);
    }

    /** The same, where none is said in the namespace of the context. */
    ObjectRef in(ClusterConnection connection) throws Failure {
        return in(connection.namespace().isEmpty() ? "default" : connection.namespace());
    }
}
