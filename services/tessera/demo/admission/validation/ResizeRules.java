package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTrees;

/** Rules for resizing the resources of a running pod. */
final class ResizeRules {

    private static final List<String> RESIZABLE = List.of("cpu", "memory");

    private ResizeRules() {}

    static void check(JsonNode spec, JsonNode old, ValidationErrors findings) {
        if (!withoutResizable(spec).equals(withoutResizable(old))) {
            findings.addForbidden("spec", "only cpu and memory resources are mutable");
        }
    }

    private static ObjectNode withoutResizable(JsonNode spec) {
        var rest = JsonTrees.shallowCopy(spec.deepCopy());
        for (var list : List.of("containers", "initContainers")) {
            JsonTrees.forEachObject(rest.path(list), container -> {
                container.remove("resizePolicy");
                JsonTrees.changeChild(container, "resources", resources -> {
                    for (var side : List.of("limits", "requests")) {
                        JsonTrees.changeChild(resources, side, amounts -> amounts.remove(RESIZABLE));
                        if (resources.path(side).isEmpty()) {
                            resources.remove(side);
                        }
                    }
                });
            });
        }
        return rest;
    }
}
