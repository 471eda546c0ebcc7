package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * A cluster as it will be once the objects of a manifest are there: what the manifest brings along is found in it, be it in
 * another version of its group, and everything else in the cluster.
 *
 * @param brought objects that name their namespaces
 */
record ManifestSource(ObjectSource cluster, List<JsonNode> brought) implements ObjectSource {

    ManifestSource {
        brought = List.copyOf(brought);
    }

    @Override
    public Optional<JsonNode> object(ObjectRef object) throws Failure, InterruptedException {
        for (var each : brought) {
            if (of(object, each) && name(each).equals(object.name())) {
                return Optional.of(each);
            }
        }
        return cluster.object(object);
    }

    @Override
    public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        var coming = brought.stream().filter(each -> of(kind, each)).toList();
        var keys = new HashSet<String>();
        coming.forEach(each -> keys.add(key(each)));
        boolean all = cluster.each(kind, selectors, each -> {
            if (!keys.contains(key(each))) {
                reader.accept(each);
            }
        });
        coming.forEach(reader);
        return all;
    }

    private static boolean of(ObjectRef kind, JsonNode object) {
        return object.path("kind").asText().equals(kind.kind())
                && group(object.path("apiVersion").asText()).equals(group(kind.apiVersion()))
                && (kind.namespace().isEmpty()
                        || object.at("/metadata/namespace").asText().equals(kind.namespace()));
    }

    private static String group(String version) {
        return version.substring(0, Math.max(0, version.indexOf('/')));
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static String key(JsonNode object) {
        return object.at("/metadata/namespace").asText() + "/" + name(object);
    }
}
