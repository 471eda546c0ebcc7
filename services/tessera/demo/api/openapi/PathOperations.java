package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import tessera.demo.store.ResourceType;

/** Writes which paths a resource has, and that its patches can be validated and rehearsed by the server. */
final class PathOperations {

    private static final Map<String, String> ACTIONS = Map.of("get", "get", "patch", "patch", "put", "update", "delete",
            "delete");

    private PathOperations() {}

    static void add(ObjectNode paths, ResourceType type) {
        var base = (type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion()
                + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
        var collection = paths.putObject(base);
        if (type.allows("list")) {
            operation(collection, "get", "list", type);
        }
        if (type.allows("create")) {
            operation(collection, "post", "post", type);
        }
        var item = paths.putObject(base + "/{name}");
        ACTIONS.forEach((method, verb) -> {
            if (type.allows(verb)) {
                operation(item, method, verb, type);
            }
        });
    }

    private static void operation(ObjectNode path, String method, String action, ResourceType type) {
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
