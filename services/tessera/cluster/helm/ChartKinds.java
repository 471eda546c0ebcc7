package tessera.cluster.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.cluster.helm.DoorFilter.HelmResponse;
import tessera.cluster.helm.DoorFilter.ProxiedRequest;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/** The discovery of a cluster as it will be once it has the kinds that a chart brings in its folder of CRDs. */
final class ChartKinds {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String GROUPS = "/apis";
    private static final int OK = 200;

    private final ServerRoute way;
    private final List<Definition> definitions;

    /** A kind in one of its versions. */
    private record Definition(String group, String version, JsonNode names, boolean namespaced) {

        static Stream<Definition> of(ObjectNode crd) {
            return crd.at("/spec/versions").valueStream().filter(version -> version.path("served").asBoolean(true))
                    .map(version -> new Definition(crd.at("/spec/group").asText(), version.path("name").asText(),
                            crd.at("/spec/names"), crd.at("/spec/scope").asText().equals("Namespaced")));
        }

        String path() {
            return GROUPS + "/" + group + "/" + version;
        }

        boolean named(JsonNode resource) {
            return resource.path("name").asText().equals(names.path("plural").asText());
        }
    }

    ChartKinds(ServerRoute way, List<ObjectNode> crds) {
        this.way = way;
        definitions = crds.stream().flatMap(Definition::of).toList();
    }

    /** Empty where the answer of the cluster does. */
    Optional<HelmResponse> answer(ProxiedRequest request) throws Failure, InterruptedException {
        if (definitions.isEmpty()) {
            return Optional.empty();
        }
        if (request.place().equals(GROUPS)) {
            return Optional.of(groups());
        }
        var missing = definitions.stream().filter(each -> each.path().equals(request.place())).toList();
        return missing.isEmpty() ? Optional.empty() : Optional.of(resources(request.place(), missing));
    }

    /** As older servers answer, which Helm understands, too. */
    private HelmResponse groups() throws Failure, InterruptedException {
        var list = read(GROUPS).orElseGet(() -> JSON.createObjectNode().put("kind", "APIGroupList")
                .put("apiVersion", "v1"));
        var groups = list.withArray("groups");
        for (var definition : definitions) {
            var known = groups.valueStream().filter(each -> each.path("name").asText().equals(definition.group()))
                    .map(ObjectNode.class::cast).findFirst();
            var group = known.orElseGet(() -> groups.addObject().put("name", definition.group()));
            var versions = group.withArray("versions");
            if (versions.valueStream().noneMatch(each -> each.path("version").asText().equals(definition.version()))) {
                versions.add(version(definition));
            }
            if (!group.has("preferredVersion")) {
                group.set("preferredVersion", version(definition));
            }
        }
        return new HelmResponse(OK, list.toString());
    }

    private static ObjectNode version(Definition definition) {
        return JSON.createObjectNode().put("groupVersion", definition.group() + "/" + definition.version())
                .put("version", definition.version());
    }

    private HelmResponse resources(String path, List<Definition> missing) throws Failure, InterruptedException {
        var list = read(path).orElseGet(() -> JSON.createObjectNode().put("kind", "APIResourceList")
                .put("apiVersion", "v1").put("groupVersion", path.substring(GROUPS.length() + 1)));
        var resources = list.withArray("resources");
        for (var definition : missing) {
            if (resources.valueStream().noneMatch(definition::named)) {
                var resource = resources.addObject().put("name", definition.names().path("plural").asText())
                        .put("singularName", definition.names().path("singular").asText(""))
                        .put("namespaced", definition.namespaced())
                        .put("kind", definition.names().path("kind").asText());
                Stream.of("get", "list", "create", "delete", "patch", "update", "watch")
                        .forEach(resource.putArray("verbs")::add);
            }
        }
        return new HelmResponse(OK, list.toString());
    }

    private Optional<ObjectNode> read(String path) throws Failure, InterruptedException {
        try {
            return JSON.readTree(
                    way.wire().text(
                            ApiRequest.get(path, "read which kinds the cluster knows"))) instanceof ObjectNode list
                                    ? Optional.of(list)
                                    : Optional.empty();
        } catch (JsonProcessingException _) {
            return Optional.empty();
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }
}
