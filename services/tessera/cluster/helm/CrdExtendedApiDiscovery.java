package tessera.cluster.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.cluster.helm.HelmApiRequestFilter.ProxiedHelmRequest;
import tessera.cluster.helm.HelmApiRequestFilter.SubstituteApiResponse;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** A discovery of the cluster extended by the CRDs in a chart's folder. */
final class CrdExtendedApiDiscovery {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrdExtendedApiDiscovery.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String GROUPS = "/apis";
    private static final int OK = 200;

    private final ApiTransportSupplier transportSupplier;
    private final List<CrdVersionKind> definitions;

    /** A kind of a CRD in one of its served versions. */
    private record CrdVersionKind(String group, String version, JsonNode names, boolean namespaced) {

        static Stream<CrdVersionKind> definitionsOf(ObjectNode crd) {
            return crd.at("/spec/versions").valueStream().filter(version -> version.path("served").asBoolean(true))
                    .map(version -> new CrdVersionKind(crd.at("/spec/group").asText(), version.path("name").asText(),
                            crd.at("/spec/names"), crd.at("/spec/scope").asText().equals("Namespaced")));
        }

        String discoveryPath() {
            return GROUPS + "/" + group + "/" + version;
        }

        boolean isNamedBy(JsonNode resource) {
            return resource.path("name").asText().equals(names.path("plural").asText());
        }
    }

    CrdExtendedApiDiscovery(ApiTransportSupplier transportSupplier, List<ObjectNode> crds) {
        this.transportSupplier = transportSupplier;
        definitions = crds.stream().flatMap(CrdVersionKind::definitionsOf).toList();
    }

    /** Answers a discovery request; empty where the cluster's own answer suffices. */
    Optional<SubstituteApiResponse> answer(ProxiedHelmRequest request) throws ProblemException, InterruptedException {
        if (definitions.isEmpty()) {
            return Optional.empty();
        }
        if (request.pathOnly().equals(GROUPS)) {
            return Optional.of(groupsResponse());
        }
        var missing = definitions.stream()
                .filter(crdVersionKind -> crdVersionKind.discoveryPath().equals(request.pathOnly())).toList();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(resourcesResponse(request.pathOnly(), missing));
    }

    /** Returns the API groups in the unaggregated form, which Helm understands, too. */
    private SubstituteApiResponse groupsResponse() throws ProblemException, InterruptedException {
        var list = readDiscovery(GROUPS)
                .orElseGet(() -> JSON.createObjectNode().put("kind", "APIGroupList").put("apiVersion", "v1"));
        var groups = list.withArray("groups");
        for (var crdVersionKind : definitions) {
            var known = groups.valueStream()
                    .filter(element -> element.path("name").asText().equals(crdVersionKind.group()))
                    .map(ObjectNode.class::cast).findFirst();
            var group = known.orElseGet(() -> groups.addObject().put("name", crdVersionKind.group()));
            var versions = group.withArray("versions");
            if (versions.valueStream()
                    .noneMatch(element -> element.path("version").asText().equals(crdVersionKind.version()))) {
                versions.add(versionEntry(crdVersionKind));
            }
            if (!group.has("preferredVersion")) {
                group.set("preferredVersion", versionEntry(crdVersionKind));
            }
        }
        return new SubstituteApiResponse(OK, list.toString());
    }

    private static ObjectNode versionEntry(CrdVersionKind crdVersionKind) {
        return JSON.createObjectNode().put("groupVersion", crdVersionKind.group() + "/" + crdVersionKind.version())
                .put("version", crdVersionKind.version());
    }

    private SubstituteApiResponse resourcesResponse(String path, List<CrdVersionKind> missing)
            throws ProblemException, InterruptedException {
        var list = readDiscovery(path).orElseGet(() -> JSON.createObjectNode().put("kind", "APIResourceList")
                .put("apiVersion", "v1").put("groupVersion", path.substring(GROUPS.length() + 1)));
        var resources = list.withArray("resources");
        for (var crdVersionKind : missing) {
            if (resources.valueStream().noneMatch(crdVersionKind::isNamedBy)) {
                var resource = resources.addObject().put("name", crdVersionKind.names().path("plural").asText())
                        .put("singularName", crdVersionKind.names().path("singular").asText(""))
                        .put("namespaced", crdVersionKind.namespaced())
                        .put("kind", crdVersionKind.names().path("kind").asText());
                Stream.of("get", "list", "create", "delete", "patch", "update", "watch")
                        .forEach(resource.putArray("verbs")::add);
            }
        }
        return new SubstituteApiResponse(OK, list.toString());
    }

    private Optional<ObjectNode> readDiscovery(String path) throws ProblemException, InterruptedException {
        try {
            if (JSON.readTree(transportSupplier.transport()
                    .readText(ApiRequest.get(path, MESSAGES.text("read.kinds")))) instanceof ObjectNode list) {
                return Optional.of(list);
            }
            return Optional.empty();
        } catch (JsonProcessingException _) {
            return Optional.empty();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }
}
