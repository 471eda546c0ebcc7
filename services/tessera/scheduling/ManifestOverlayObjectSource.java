package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/**
 * A cluster with the objects of a manifest added, in any version of their group. An object that the cluster has already is told as it is
 * there, as it knows what became of it. What is asked for by selectors is told of the cluster alone.
 *
 * @param manifestObjects objects that name namespaces, also those whose kind has none
 */
record ManifestOverlayObjectSource(ClusterObjectSource cluster,
        List<JsonNode> manifestObjects) implements ClusterObjectSource {

    ManifestOverlayObjectSource {
        manifestObjects = List.copyOf(manifestObjects);
    }

    @Override
    public Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException {
        var there = cluster.find(object);
        if (there.isPresent()) {
            return there;
        }
        return manifestObjects.stream()
                .filter(element -> isOfKind(object, element) && nameOf(element).equals(object.name())).findFirst();
    }

    @Override
    public List<String> listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        return Stream
                .concat(cluster.listNames(kind).stream(), manifestObjects.stream()
                        .filter(element -> isOfKind(kind, element)).map(ManifestOverlayObjectSource::nameOf))
                .distinct().toList();
    }

    @Override
    public Optional<Set<String>> apiGroups() throws ProblemException, InterruptedException {
        return cluster.apiGroups();
    }

    @Override
    public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws ProblemException, InterruptedException {
        if (!selectors.isEmpty()) {
            return cluster.forEach(kind, selectors, reader);
        }
        var there = new HashSet<String>();
        boolean all = cluster.forEach(kind, "", element -> {
            there.add(keyOf(element));
            reader.accept(element);
        });
        // Objects of the whole cluster have no namespace there.
        manifestObjects.stream().filter(element -> isOfKind(kind, element) && !there.contains(keyOf(element))
                && !there.contains("/" + nameOf(element))).forEach(reader);
        return all;
    }

    private static boolean isOfKind(ObjectRef kind, JsonNode object) {
        return object.path("kind").asText().equals(kind.kind())
                && ObjectRef.group(object.path("apiVersion").asText()).equals(kind.group())
                && (kind.namespace().isEmpty() || object.at("/metadata/namespace").asText().equals(kind.namespace()));
    }

    private static String nameOf(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static String keyOf(JsonNode object) {
        return object.at("/metadata/namespace").asText() + "/" + nameOf(object);
    }
}
