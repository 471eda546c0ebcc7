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

/** Reader of whole objects from the API server, on request. */
public final class HttpObjects implements ObjectSource {

    private final ObjectLists objects;

    public HttpObjects(ObjectLists.ServerRoute route) {
        objects = new ObjectLists(route);
    }

    @Override
    public Optional<JsonNode> find(ObjectRef object) throws Failure, InterruptedException {
        try {
            var place = new ServedKinds(objects).resolve(object);
            return Optional.of(objects.object(ApiPaths.objectPath(place), "read " + place));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public Optional<Set<String>> apiGroups() throws Failure, InterruptedException {
        try {
            var names = new HashSet<String>();
            objects.readJson("/apis", "ask for the groups of the API").path("groups")
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
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        return listKind(kind, selectors, (path, text) -> objects.forEachItem(path, text, reader));
    }

    @Override
    public boolean forEachWithFields(Set<String> fields, ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        return listKind(kind, selectors, (path, text) -> objects.forEachWithField(fields, path, text, reader));
    }

    @Override
    public List<String> listNames(ObjectRef kind) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        try {
            listKind(kind, "", (path, text) -> objects.forEachMetadata(path, text,
                    element -> names.add(element.at("/metadata/name").asText())));
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
        boolean readList(String path, String text) throws Failure, InterruptedException;
    }

    private boolean listKind(ObjectRef kind, String selectors, ObjectListing listing)
            throws Failure, InterruptedException {
        try {
            var place = new ServedKinds(objects).resolve(kind);
            return listing.readList(
                    ApiPaths.collectionPath(place) + "?limit=500" + (selectors.isEmpty() ? "" : "&" + selectors),
                    "list " + place.resource());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return false;
            }
            throw failure;
        }
    }
}
