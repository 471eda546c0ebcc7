package tessera.cluster.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiTransport;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.text.MessageCatalog;

/**
 * The versions and resources that a server serves of dynamic resource allocation.
 *
 * @param version    that is read; empty for none
 * @param resources  plural names of that version
 * @param taintRulesVersion version that has DeviceTaintRules; empty for none
 * @param server     what the server says it is
 */
record ServedDraApi(String version, Set<String> resources, String taintRulesVersion, ServerVersion server) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ServedDraApi.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME = "resource.k8s.io";
    private static final String GROUP = "/apis/" + NAME;
    /** The newest first; those before them had another shape. */
    private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1");
    private static final List<String> WITH_RULES = List.of("v1", "v1beta2", "v1alpha3");
    private static final String RULES = "devicetaintrules";
    private static final ServedDraApi NONE = new ServedDraApi("", Set.of(), "", ServerVersion.UNKNOWN);

    ServedDraApi {
        resources = Set.copyOf(resources);
    }

    /** Asks the server with a few small requests; one if it serves nothing of it. */
    static ServedDraApi discover(ApiTransport transport) throws ProblemException, InterruptedException {
        var served = readJson(transport, "/apis").stream().flatMap(list -> list.path("groups").valueStream())
                .filter(group -> group.path("name").asText().equals(NAME))
                .flatMap(group -> group.path("versions").valueStream()).map(element -> element.path("version").asText())
                .collect(Collectors.toCollection(TreeSet::new));
        var version = VERSIONS.stream().filter(served::contains).findFirst();
        if (version.isEmpty()) {
            return NONE;
        }
        var resources = readResources(transport, version.get());
        return new ServedDraApi(version.get(), resources,
                findTaintRulesVersion(transport, served, version.get(), resources), readServerVersion(transport));
    }

    private static ServerVersion readServerVersion(ApiTransport transport)
            throws ProblemException, InterruptedException {
        return readJson(transport, "/version")
                .map(said -> new ServerVersion(said.path("gitVersion").asText(), said.path("platform").asText()))
                .orElse(ServerVersion.UNKNOWN);
    }

    private static String findTaintRulesVersion(ApiTransport transport, Set<String> served, String read,
            Set<String> resources) throws ProblemException, InterruptedException {
        for (var version : WITH_RULES) {
            if (served.contains(version)
                    && (version.equals(read) ? resources : readResources(transport, version)).contains(RULES)) {
                return version;
            }
        }
        return "";
    }

    private static Set<String> readResources(ApiTransport transport, String version)
            throws ProblemException, InterruptedException {
        return readJson(transport, GROUP + "/" + version).stream().flatMap(list -> list.path("resources").valueStream())
                .map(element -> element.path("name").asText()).collect(Collectors.toSet());
    }

    private static Optional<JsonNode> readJson(ApiTransport transport, String path)
            throws ProblemException, InterruptedException {
        try {
            return Optional
                    .of(JSON.readTree(new String(transport.readBytes(ApiRequest.get(path, MESSAGES.text("discover"))),
                            StandardCharsets.UTF_8)));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == Problem.OperationProblemKind.NOT_FOUND
                    || problemException.problem().kind() == Problem.OperationProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw problemException;
        } catch (JsonProcessingException _) {
            // Whatever answers there is no API server's list of versions.
            return Optional.empty();
        }
    }

    boolean serves(WatchedCollection.CollectionKind kind) {
        if (kind == WatchedCollection.CollectionKind.TAINT_RULES) {
            return !taintRulesVersion.isEmpty();
        }
        return !version.isEmpty() && resources.contains(resourceName(kind));
    }

    String collectionPath(WatchedCollection.CollectionKind kind) {
        return GROUP + "/" + (kind == WatchedCollection.CollectionKind.TAINT_RULES ? taintRulesVersion : version) + "/"
                + resourceName(kind);
    }

    private static String resourceName(WatchedCollection.CollectionKind kind) {
        return switch (kind) {
            case SLICES -> "resourceslices";
            case CLASSES -> "deviceclasses";
            case CLAIMS -> "resourceclaims";
            case TAINT_RULES -> RULES;
            case NODES, PODS -> throw new IllegalArgumentException("not DRA: " + kind);
        };
    }
}
