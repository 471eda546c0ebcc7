package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.LabelRequirement;
import tessera.model.ResourceAmounts;

/** Which pods a ResourceQuota counts: those of which all of its scopes hold. Pure. */
public record QuotaScopes(List<LabelRequirement> scopes) {

    /** Of a quota that counts every pod. */
    public static final QuotaScopes NONE = new QuotaScopes(List.of());

    private static final String DEADLINE = "activeDeadlineSeconds";

    public QuotaScopes {
        scopes = List.copyOf(scopes);
    }

    /** Reads those of a quota. */
    public static QuotaScopes of(JsonNode quota) {
        var spec = quota.path("spec");
        var scopes = new ArrayList<LabelRequirement>();
        JsonFields.texts(spec.path("scopes"))
                .forEach(scope -> scopes.add(new LabelRequirement(scope, "Exists", List.of())));
        spec.at("/scopeSelector/matchExpressions").forEach(each -> scopes.add(new LabelRequirement(
                each.path("scopeName").asText(), each.path("operator").asText(),
                JsonFields.texts(each.path("values")))));
        return new QuotaScopes(scopes);
    }

    /** Whether a pod counts, or one that is made of a template. */
    public boolean count(JsonNode pod) {
        return scopes.stream().allMatch(scope -> holds(scope, pod.path("spec")));
    }

    /** Which pods those are, e.g. “pods of priority high or low, without a deadline”; empty where they are all. */
    public String words() {
        return scopes.isEmpty() ? ""
                : "pods " + scopes.stream().map(QuotaScopes::words).collect(Collectors.joining(", "));
    }

    private static String words(LabelRequirement scope) {
        return switch (scope.key()) {
            case "BestEffort" -> "of best effort";
            case "NotBestEffort" -> "not of best effort";
            case "Terminating" -> "with a deadline";
            case "NotTerminating" -> "without a deadline";
            case "PriorityClass" -> switch (scope.operator()) {
                case "In" -> "of priority " + String.join(" or ", scope.values());
                case "NotIn" -> "not of priority " + String.join(" or ", scope.values());
                case "DoesNotExist" -> "without a priority class";
                default -> "with a priority class";
            };
            case "CrossNamespacePodAffinity" -> "with affinity to other namespaces";
            default -> "in scope " + scope.key();
        };
    }

    private static boolean holds(LabelRequirement scope, JsonNode spec) {
        return switch (scope.key()) {
            case "BestEffort" -> bestEffort(spec);
            case "NotBestEffort" -> !bestEffort(spec);
            case "Terminating" -> spec.has(DEADLINE);
            case "NotTerminating" -> !spec.has(DEADLINE);
            case "PriorityClass" -> {
                var name = spec.path("priorityClassName").asText();
                yield scope.holds(name.isEmpty() ? null : name);
            }
            case "CrossNamespacePodAffinity" -> Stream.of("podAffinity", "podAntiAffinity")
                    .flatMap(kind -> spec.path("affinity").path(kind).findParents("topologyKey").stream())
                    .anyMatch(term -> !term.path("namespaces").isEmpty() || term.has("namespaceSelector"));
            default -> false;
        };
    }

    /** Devices alone make no pod a better one. */
    private static boolean bestEffort(JsonNode spec) {
        var demand = UnitRequests.of(spec);
        return demand.get(ResourceAmounts.CPU) == 0 && demand.get(ResourceAmounts.MEMORY) == 0;
    }
}
