package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedPodPropertyReader;

/** Matcher of the scopes of a ResourceQuota. */
final class SimulatedQuotaScopeMatcher {

    private SimulatedQuotaScopeMatcher() {}

    /** Returns whether an object is within all scopes of a quota. Scopes are about pods only. */
    static boolean matchesScopes(JsonNode quota, String kind, JsonNode object) {
        var spec = quota.path("spec");
        for (var scope : spec.path("scopes")) {
            if (!matchesScope(scope.asText(), "Exists", List.of(), kind, object)) {
                return false;
            }
        }
        for (var expression : spec.path("scopeSelector").path("matchExpressions")) {
            if (!matchesScope(expression.path("scopeName").asText(), expression.path("operator").asText(),
                    JsonTreeOperations.textsOf(expression.path("values")), kind, object)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesScope(String scope, String operator, List<String> values, String kind,
            JsonNode object) {
        if (!kind.equals("Pod")) {
            return false;
        }
        var spec = object.path("spec");
        return switch (scope) {
            case "BestEffort" -> SimulatedPodPropertyReader.qosClass(object).equals("BestEffort");
            case "NotBestEffort" -> !SimulatedPodPropertyReader.qosClass(object).equals("BestEffort");
            case "Terminating" -> spec.has("activeDeadlineSeconds");
            case "NotTerminating" -> !spec.has("activeDeadlineSeconds");
            case "PriorityClass" -> matchesPriorityClass(operator, values, spec.path("priorityClassName").asText());
            case "CrossNamespacePodAffinity" -> crossesNamespaces(spec.path("affinity"));
            default -> false;
        };
    }

    private static boolean matchesPriorityClass(String operator, List<String> values, String name) {
        return switch (operator) {
            case "In" -> values.contains(name);
            case "NotIn" -> !values.contains(name);
            case "DoesNotExist" -> name.isEmpty();
            default -> !name.isEmpty();
        };
    }

    private static boolean crossesNamespaces(JsonNode affinity) {
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
