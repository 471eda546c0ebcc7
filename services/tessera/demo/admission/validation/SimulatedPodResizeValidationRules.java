package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;

/** Rules for resizing the resources of a running pod. */
final class SimulatedPodResizeValidationRules {

    private static final List<String> RESIZABLE = List.of("cpu", "memory");

    private SimulatedPodResizeValidationRules() {}

    static void check(JsonNode spec, JsonNode old, SimulatedValidationErrorCollector findings) {
        if (!withoutResizable(spec).equals(withoutResizable(old))) {
            findings.addForbidden("spec", "only cpu and memory resources are mutable");
        }
    }

    private static ObjectNode withoutResizable(JsonNode spec) {
        var rest = JsonTreeOperations.shallowCopy(spec.deepCopy());
        for (var list : List.of("containers", "initContainers")) {
            JsonTreeOperations.forEachObject(rest.path(list), container -> {
                container.remove("resizePolicy");
                JsonTreeOperations.changeChild(container, "resources", resources -> {
                    for (var side : List.of("limits", "requests")) {
                        JsonTreeOperations.changeChild(resources, side, amounts -> amounts.remove(RESIZABLE));
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
