package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.demo.patch.Recording;

/** The other objects of a cluster, written down by a test. Every namespace is there, with its service account. */
public final class World implements SimulatedClusterObjectLookup {

    private final List<ObjectNode> objects = new ArrayList<>();

    public World with(ObjectNode object) {
        objects.add(object);
        return this;
    }

    /**
     * Adds an object.
     *
     * @param json with single quotes
     */
    public World with(String json) {
        return with(Recording.json(json));
    }

    @Override
    public Optional<ObjectNode> find(String kind, String namespace, String name) {
        var found = list(kind, namespace).stream().filter(object -> name(object).equals(name)).findFirst();
        return switch (kind) {
            case "Namespace" -> found.or(() -> name.equals("nope") ? Optional.empty()
                    : Optional.of(Recording.json("{'metadata':{}}")));
            case "ServiceAccount" -> found.or(() -> name.equals("default") ? Optional.of(Recording.json("{}"))
                    : Optional.empty());
            default -> found;
        };
    }

    @Override
    public List<ObjectNode> list(String kind, String namespace) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind))
                .filter(object -> object.path("metadata").path("namespace").asText().equals(namespace))
                .sorted(Comparator.comparing(World::name)).toList();
    }

    private static String name(ObjectNode object) {
        return object.path("metadata").path("name").asText();
    }
}
