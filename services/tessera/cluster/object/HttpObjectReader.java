package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.UnreadableObjects;
import tessera.scheduling.ClusterObjectSource;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reader of whole objects from the API server, on request. */
public final class HttpObjectReader implements ClusterObjectSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpObjectReader.class);

    private final ApiObjectReader objects;

    public HttpObjectReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException {
        try {
            var objectRef = new ApiDiscoveryCache(objects).resolve(object);
            return Optional.of(objects.object(ApiPathBuilder.objectPath(objectRef), MESSAGES.text("read", objectRef)));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    @Override
    public Optional<Set<String>> apiGroups() throws ProblemException, InterruptedException {
        try {
            var names = new HashSet<String>();
            objects.readJson("/apis", MESSAGES.text("discover.groups")).path("groups")
                    .forEach(group -> names.add(group.path("name").asText()));
            return Optional.of(names);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN
                    || problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    @Override
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        return listKind(kind, selectors, (path, text) -> objects.forEachItem(path, text, reader));
    }

    @Override
    public boolean forEachWithFields(Set<String> fields, ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        return listKind(kind, selectors, (path, text) -> objects.forEachWithField(fields, path, text, reader));
    }

    @Override
    public List<String> listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        var names = new ArrayList<String>();
        try {
            listKind(kind, "", (path, text) -> objects.forEachMetadata(path, text,
                    element -> names.add(element.at("/metadata/name").asText())));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
        }
        return List.copyOf(names);
    }

    @Override
    public UnreadableObjects unread() {
        return objects.unread();
    }

    private interface ObjectListReadFunction {
        boolean readList(String path, String text) throws ProblemException, InterruptedException;
    }

    private boolean listKind(ObjectRef kind, String selectors, ObjectListReadFunction listing)
            throws ProblemException, InterruptedException {
        try {
            var objectRef = new ApiDiscoveryCache(objects).resolve(kind);
            return listing.readList(
                    ApiPathBuilder.collectionPath(objectRef) + "?limit=500" + OptionalText.prefixed("&", selectors),
                    MESSAGES.text("list", objectRef.resource()));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return false;
            }
            throw problemException;
        }
    }
}
