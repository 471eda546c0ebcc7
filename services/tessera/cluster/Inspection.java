package tessera.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.cluster.wire.Ask;
import tessera.cluster.wire.Wire;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.ServerVersion;

/**
 * Reads single objects for someone who looks at them. Each read goes to the server and waits for it; not for the FX
 * thread.
 */
public final class Inspection {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGES = 20;

    private final Way way;

    /** The way to the server at the moment of a read. */
    @FunctionalInterface
    interface Way {
        Wire wire() throws Failure;
    }

    Inspection(Way way) {
        this.way = way;
    }

    /**
     * An object as YAML. The data of Secrets is hidden.
     *
     * @param managed whether to show who manages which field
     */
    public String yaml(ObjectRef object, boolean managed) throws Failure, InterruptedException {
        return ObjectYaml.of(read(ApiPaths.of(object), "read " + object), managed);
    }

    /** What the cluster noted about an object, newest first. */
    public List<EventFacts> events(ObjectRef object) throws Failure, InterruptedException {
        try {
            return events(ApiPaths.events(object, object.namespace()), object);
        } catch (Failure failure) {
            if (!object.namespace().isEmpty() || failure.problem().kind() != Kind.FORBIDDEN) {
                throw failure;
            }
            // Events about nodes are kept in this namespace, which may be open where the whole cluster is not.
            return events(ApiPaths.events(object, "default"), object);
        }
    }

    private List<EventFacts> events(String path, ObjectRef object) throws Failure, InterruptedException {
        return items(path, "list events of " + object).stream().map(EventReader::read)
                .sorted(Comparator.comparing(EventFacts::last, Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed())
                .toList();
    }

    public ServerVersion version() throws Failure, InterruptedException {
        var version = read("/version", "read the version");
        return new ServerVersion(version.path("gitVersion").asText(), version.path("platform").asText());
    }

    /** The names of all namespaces, in alphabetical order. */
    public List<String> namespaces() throws Failure, InterruptedException {
        return items("/api/v1/namespaces?limit=500", "list namespaces").stream()
                .map(item -> item.path("metadata").path("name").asText()).sorted().toList();
    }

    private List<JsonNode> items(String path, String words) throws Failure, InterruptedException {
        var items = new ArrayList<JsonNode>();
        var more = "";
        for (int page = 0; page < PAGES; page++) {
            var list = read(more.isEmpty() ? path : path + "&continue=" + ApiPaths.encode(more), words);
            list.path("items").forEach(items::add);
            more = list.path("metadata").path("continue").asText("");
            if (more.isEmpty()) {
                break;
            }
        }
        return items;
    }

    private JsonNode read(String path, String words) throws Failure, InterruptedException {
        var bytes = way.wire().bytes(Ask.get(path, words));
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(Kind.GARBLED, "Could not " + words + ": the answer is not JSON"), e);
        }
    }
}
