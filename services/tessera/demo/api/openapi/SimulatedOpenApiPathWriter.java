package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import tessera.demo.store.SimulatedResourceType;

/** Writer of the paths of a resource, and the validation and dry-run parameters of its patches. */
final class SimulatedOpenApiPathWriter {

    private static final Map<String, String> ACTIONS = Map.of("get", "get", "patch", "patch", "put", "update", "delete",
            "delete");

    private SimulatedOpenApiPathWriter() {}

    static void addPaths(ObjectNode paths, SimulatedResourceType type) {
        var base = (type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion()
                + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
        var collection = paths.putObject(base);
        if (type.allowsVerb("list")) {
            addOperation(collection, "get", "list", type);
        }
        if (type.allowsVerb("create")) {
            addOperation(collection, "post", "post", type);
        }
        var item = paths.putObject(base + "/{name}");
        ACTIONS.forEach((method, verb) -> {
            if (type.allowsVerb(verb)) {
                addOperation(item, method, verb, type);
            }
        });
    }

    private static void addOperation(ObjectNode path, String method, String action, SimulatedResourceType type) {
        var operation = path.putObject(method).put("x-kubernetes-action", action);
        operation.putObject("x-kubernetes-group-version-kind").put("group", type.group()).put("version", type.version())
                .put("kind", type.kind());
        if (!action.equals("get") && !action.equals("list")) {
            var parameters = operation.putArray("parameters");
            for (var name : new String[] {"dryRun", "fieldManager", "fieldValidation"}) {
                parameters.addObject().put("name", name).put("in", "query").putObject("schema").put("type", "string");
            }
        }
    }
}
