package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * A cluster as it will be once the objects of a manifest are there: what the manifest brings along is found in it, be it in
 * another version of its group, beside everything that the cluster has. An object that the cluster has already is told as it is
 * there, as it knows what became of it. What is asked for by selectors is told of the cluster alone.
 *
 * @param brought objects that name namespaces, also those whose kind has none
 */
record ManifestSource(ObjectSource cluster, List<JsonNode> brought) implements ObjectSource {

    ManifestSource {
        brought = List.copyOf(brought);
    }

    @Override
    public Optional<JsonNode> object(ObjectRef object) throws Failure, InterruptedException {
        var there = cluster.object(object);
        return there.isPresent() ? there
                : brought.stream().filter(each -> of(object, each) && name(each).equals(object.name())).findFirst();
    }

    @Override
    public List<String> names(ObjectRef kind) throws Failure, InterruptedException {
        return Stream.concat(cluster.names(kind).stream(), brought.stream().filter(each -> of(kind, each))
                .map(ManifestSource::name)).distinct().toList();
    }

    @Override
    public Optional<Set<String>> groups() throws Failure, InterruptedException {
        return cluster.groups();
    }

    @Override
    public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
            throws Failure, InterruptedException {
        if (!selectors.isEmpty()) {
            return cluster.each(kind, selectors, reader);
        }
        var there = new HashSet<String>();
        boolean all = cluster.each(kind, "", each -> {
            there.add(key(each));
            reader.accept(each);
        });
        // Objects of the whole cluster have no namespace there.
        brought.stream().filter(each -> of(kind, each) && !there.contains(key(each))
                && !there.contains("/" + name(each))).forEach(reader);
        return all;
    }

    private static boolean of(ObjectRef kind, JsonNode object) {
        return object.path("kind").asText().equals(kind.kind())
                && ObjectRef.group(object.path("apiVersion").asText()).equals(kind.group())
                && (kind.namespace().isEmpty()
                        || object.at("/metadata/namespace").asText().equals(kind.namespace()));
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static String key(JsonNode object) {
        return object.at("/metadata/namespace").asText() + "/" + name(object);
    }
}
