package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.UnreadableObjects;

/** Reads whole objects of a cluster on demand. Each read waits for the cluster. */
public interface ClusterObjectSource {

    /** Reads one object, of which perhaps only the kind is known; empty where it or its kind does not exist. */
    Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException;

    /**
     * Passes all objects of a kind to the reader, page by page; returns whether all were read.
     *
     * @param kind      its name does not count; an empty namespace is all of them; where it is unplaced the cluster tells where
     *                  its objects are
     * @param selectors as they stand in the query, e.g. {@code fieldSelector=…}; may be empty
     * @return whether these were all: false where there were too many to be read, or there is no such kind
     */
    boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException;

    /**
     * Passes at least those objects that have one of the fields at any depth to the reader.
     */
    default boolean forEachWithFields(Set<String> fields, ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        return forEach(kind, selectors, reader);
    }

    /**
     * Returns the names of the objects of a kind in a namespace; empty where they may not be listed.
     */
    default List<String> listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        var names = new ArrayList<String>();
        forEachPermitted(kind, element -> names.add(element.at("/metadata/name").asText()));
        return List.copyOf(names);
    }

    /** Returns the names of the API groups that the cluster serves; empty where they are not known. */
    default Optional<Set<String>> apiGroups() throws ProblemException, InterruptedException {
        return Optional.empty();
    }

    /** Returns what of the objects read until now could not be read, or not wholly. */
    default UnreadableObjects unread() {
        return UnreadableObjects.NONE;
    }

    /** Returns whether the cluster may serve an API version: a version that is not served looks like a forbidden one. */
    default boolean mayServe(String version) throws ProblemException, InterruptedException {
        var group = ObjectRef.group(version);
        return group.isEmpty() || apiGroups().map(known -> known.contains(group)).orElse(true);
    }

    /** Passes the objects of a kind that may be read to the reader; returns the problem where reading is forbidden. */
    default Optional<Problem> forEachPermitted(ObjectRef kind, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        try {
            forEach(kind, "", reader);
            return Optional.empty();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            if (!mayServe(kind.apiVersion())) {
                return Optional.empty();
            }
            return Optional.of(problemException.problem());
        }
    }
}
