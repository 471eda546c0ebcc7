package tessera.app.cli;

import java.util.Set;
import tessera.cluster.ClusterConnection;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * A pod's name on the command line: {@code POD}, {@code NAMESPACE/POD} or, as with kubectl, {@code pod/POD}.
 *
 * @param argument      as it was written
 * @param namespace that an option says; empty for none
 */
record PodNameArgument(String argument, String namespace) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodNameArgument.class);

    /** A namespace of such a name is said by an option. */
    private static final Set<String> KINDS = Set.of("pod", "pods", "po");

    /**
     * Returns the pod, in a default namespace where none is given.
     *
     * @param usual the namespace where none is said
     * @throws ProblemException when it is no such name, or is said to be in two namespaces
     */
    ObjectRef resolveIn(String usual) throws ProblemException {
        var parts = argument.split("/", -1);
        if (parts.length > 2 || parts[parts.length - 1].isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("pod.malformed", argument)));
        }
        var place = parts.length == 1 || KINDS.contains(parts[0]) ? "" : parts[0];
        if (!place.isEmpty() && !namespace.isEmpty() && !place.equals(namespace)) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION,
                    MESSAGES.reason("pod.namespaceConflict", argument, place, namespace)));
        }
        var said = OptionalText.orElse(place, namespace);
        return ObjectRef.pod(OptionalText.orElse(said, usual), parts[parts.length - 1]);
    }

    /** Returns the pod, in the context's namespace where none is given. */
    ObjectRef resolveIn(ClusterConnection connection) throws ProblemException {
        return resolveIn(OptionalText.orElse(connection.namespace(), "default"));
    }
}
