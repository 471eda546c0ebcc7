package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The other objects of a cluster, written down by a test. Every namespace is there, with its service account. */
public final class World implements SimulatedClusterObjectLookup {

    /** No definition says anything. */
    static final SimulatedCrdSchemaRules NO_CUSTOM_KINDS = new SimulatedCrdSchemaRules() {
        @Override
        public ObjectNode withDefaults(SimulatedKindSchema kind, ObjectNode object) {
            return object;
        }

        @Override
        public List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
            return List.of();
        }
    };

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
            case "Namespace" ->
                found.or(() -> name.equals("nope") ? Optional.empty() : Optional.of(Recording.json("{'metadata':{}}")));
            case "ServiceAccount" ->
                found.or(() -> name.equals("default") ? Optional.of(Recording.json("{}")) : Optional.empty());
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
