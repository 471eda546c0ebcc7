package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.UnreadObjects;
import tessera.scheduling.ObjectSource;

/** Reads whole objects from the API server when somebody asks about them. */
public final class HttpObjects implements ObjectSource {

    private final ObjectLists objects;

    public HttpObjects(ObjectLists.ServerRoute way) {
        objects = new ObjectLists(way);
    }

    @Override
    public Optional<JsonNode> object(ObjectRef object) throws Failure, InterruptedException {
        try {
            var place = new ServedKinds(objects).place(object);
            return Optional.of(objects.object(ApiPaths.of(place), "read " + place));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public Optional<Set<String>> groups() throws Failure, InterruptedException {
        try {
            var names = new HashSet<String>();
            objects.read("/apis", "ask for the groups of the API").path("groups")
                    .forEach(group -> names.add(group.path("name").asText()));
            return Optional.of(names);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.FORBIDDEN
                    || failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        return listed(kind, selectors, (path, words) -> objects.each(path, words, reader));
    }

    @Override
    public boolean having(Set<String> fields, ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        return listed(kind, selectors, (path, words) -> objects.having(fields, path, words, reader));
    }

    @Override
    public List<String> names(ObjectRef kind) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        try {
            listed(kind, "", (path, words) -> objects.eachMetadata(path, words,
                    each -> names.add(each.at("/metadata/name").asText())));
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
        }
        return List.copyOf(names);
    }

    @Override
    public UnreadObjects unread() {
        return objects.unread();
    }

    private interface ObjectListing {
        boolean read(String path, String words) throws Failure, InterruptedException;
    }

    private boolean listed(ObjectRef kind, String selectors, ObjectListing listing)
            throws Failure, InterruptedException {
        try {
            var place = new ServedKinds(objects).place(kind);
            return listing.read(
                    ApiPaths.collection(place) + "?limit=500" + (selectors.isEmpty() ? "" : "&" + selectors),
                    "list " + place.resource());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return false;
            }
            throw failure;
        }
    }
}
