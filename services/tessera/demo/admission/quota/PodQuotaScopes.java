package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.demo.admission.AdmissionPods;
import tessera.demo.admission.JsonTrees;

/** Which pods a quota with scopes is about. */
final class PodQuotaScopes {

    private PodQuotaScopes() {}

    /** Whether an object is within all scopes of a quota. Scopes are about pods only. */
    static boolean match(JsonNode quota, String kind, JsonNode object) {
        var spec = quota.path("spec");
        for (var scope : spec.path("scopes")) {
            if (!matches(scope.asText(), "Exists", List.of(), kind, object)) {
                return false;
            }
        }
        for (var expression : spec.path("scopeSelector").path("matchExpressions")) {
            if (!matches(expression.path("scopeName").asText(), expression.path("operator").asText(),
                    JsonTrees.texts(expression.path("values")), kind, object)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String scope, String operator, List<String> values, String kind, JsonNode object) {
        if (!kind.equals("Pod")) {
            return false;
        }
        var spec = object.path("spec");
        return switch (scope) {
            case "BestEffort" -> AdmissionPods.qosClass(object).equals("BestEffort");
            case "NotBestEffort" -> !AdmissionPods.qosClass(object).equals("BestEffort");
            case "Terminating" -> spec.has("activeDeadlineSeconds");
            case "NotTerminating" -> !spec.has("activeDeadlineSeconds");
            case "PriorityClass" -> priority(operator, values, spec.path("priorityClassName").asText());
            case "CrossNamespacePodAffinity" -> crosses(spec.path("affinity"));
            default -> false;
        };
    }

    private static boolean priority(String operator, List<String> values, String name) {
        return switch (operator) {
            case "In" -> values.contains(name);
            case "NotIn" -> !values.contains(name);
            case "DoesNotExist" -> name.isEmpty();
            default -> !name.isEmpty();
        };
    }

    private static boolean crosses(JsonNode affinity) {
        for (var direction : List.of("podAffinity", "podAntiAffinity")) {
            for (var term : affinity.path(direction).findParents("topologyKey")) {
                if (!term.path("namespaces").isEmpty() || term.has("namespaceSelector")) {
                    return true;
                }
            }
        }
        return false;
    }
}
