package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.UnreadObjects;

/** Reads whole objects of a cluster when somebody asks about them. Each read waits for the cluster. */
public interface ObjectSource {

    /** An object, of which perhaps only its kind is known; empty where there is none, or no such kind. */
    Optional<JsonNode> object(ObjectRef object) throws Failure, InterruptedException;

    /**
     * Goes through all objects of a kind, page by page, so that they need not be held together.
     *
     * @param kind      its name does not count; an empty namespace is all of them; where it is unplaced the cluster tells where
     *                  its objects are
     * @param selectors as they stand in the query, e.g. {@code fieldSelector=…}; may be empty
     * @return whether these were all: false where there were too many to be read, or there is no such kind
     */
    boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws Failure, InterruptedException;

    /**
     * The same of those objects that have one of some fields, at whatever depth, and perhaps of others: many more can be gone
     * through so.
     */
    default boolean having(Set<String> fields, ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        return each(kind, selectors, reader);
    }

    /**
     * What the objects of a kind in a namespace are called, of which nothing else is read where the cluster can tell names
     * alone; none where they may not be listed.
     */
    default List<String> names(ObjectRef kind) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        allowed(kind, each -> names.add(each.at("/metadata/name").asText()));
        return List.copyOf(names);
    }

    /** The API groups that the cluster serves, by their names; empty where that is not told, and any may be there. */
    default Optional<Set<String>> groups() throws Failure, InterruptedException {
        return Optional.empty();
    }

    /** Returns what of the objects read until now could not be read, or not wholly. */
    default UnreadObjects unread() {
        return UnreadObjects.NONE;
    }

    /** Whether there may be objects of a version: servers refuse what they do not serve as if it were there. */
    default boolean serves(String version) throws Failure, InterruptedException {
        var group = ObjectRef.group(version);
        return group.isEmpty() || groups().map(known -> known.contains(group)).orElse(true);
    }

    /** Goes through those of a kind that may be read; what is forbidden is told, so that the rest can be shown beside it. */
    default Optional<Problem> allowed(ObjectRef kind, Consumer<JsonNode> reader) throws Failure, InterruptedException {
        try {
            each(kind, "", reader);
            return Optional.empty();
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            if (!serves(kind.apiVersion())) {
                return Optional.empty();
            }
            return Optional.of(failure.problem());
        }
    }
}
