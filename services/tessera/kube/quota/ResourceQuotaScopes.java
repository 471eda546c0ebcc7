package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.requests.PodQosClass;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** The scopes of a ResourceQuota: it counts the pods that match all of them. Pure. */
public record ResourceQuotaScopes(List<LabelRequirement> scopes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceQuotaScopes.class);

    /** Of a quota that counts every pod. */
    public static final ResourceQuotaScopes NONE = new ResourceQuotaScopes(List.of());

    private static final String DEADLINE = "activeDeadlineSeconds";

    public ResourceQuotaScopes {
        scopes = List.copyOf(scopes);
    }

    /** Reads the scopes of a ResourceQuota. */
    public static ResourceQuotaScopes of(JsonNode quota) {
        var spec = quota.path("spec");
        var scopes = new ArrayList<LabelRequirement>();
        spec.path("scopes").forEach(scope -> scopes.add(new LabelRequirement(scope.asText(), "Exists", List.of())));
        for (var expression : spec.at("/scopeSelector/matchExpressions")) {
            var values = new ArrayList<String>();
            expression.path("values").forEach(value -> values.add(value.asText()));
            scopes.add(new LabelRequirement(expression.path("scopeName").asText(), expression.path("operator").asText(),
                    values));
        }
        return new ResourceQuotaScopes(scopes);
    }

    /** Returns whether the quota counts a pod, or the pods of a template. */
    public boolean matchesPod(JsonNode pod) {
        return scopes.stream().allMatch(scope -> isScopeMet(scope, pod));
    }

    /** Returns the counted pods as text, e.g. “pods of priority class high or low, without activeDeadlineSeconds”; empty where they are all. */
    public String scopeText() {
        if (scopes.isEmpty()) {
            return "";
        }
        return MESSAGES.text("scopes",
                scopes.stream().map(ResourceQuotaScopes::scopeText).collect(Collectors.joining(", ")));
    }

    private static String scopeText(LabelRequirement scope) {
        return switch (scope.key()) {
            case "BestEffort" -> MESSAGES.text("scope.bestEffort");
            case "NotBestEffort" -> MESSAGES.text("scope.notBestEffort");
            case "Terminating" -> MESSAGES.text("scope.terminating");
            case "NotTerminating" -> MESSAGES.text("scope.notTerminating");
            case "PriorityClass" -> switch (scope.operator()) {
                case "In" -> MESSAGES.text("scope.priorityIn", SentenceJoiner.choicesText(scope.values()));
                case "NotIn" -> MESSAGES.text("scope.priorityNotIn", SentenceJoiner.choicesText(scope.values()));
                case "DoesNotExist" -> MESSAGES.text("scope.priorityAbsent");
                default -> MESSAGES.text("scope.priorityPresent");
            };
            case "CrossNamespacePodAffinity" -> MESSAGES.text("scope.crossNamespace");
            default -> MESSAGES.text("scope.unknown", scope.key());
        };
    }

    private static boolean isScopeMet(LabelRequirement scope, JsonNode pod) {
        var spec = pod.path("spec");
        return switch (scope.key()) {
            case "BestEffort" -> PodQosClass.of(pod) == PodQosClass.BEST_EFFORT;
            case "NotBestEffort" -> PodQosClass.of(pod) != PodQosClass.BEST_EFFORT;
            case "Terminating" -> spec.has(DEADLINE);
            case "NotTerminating" -> !spec.has(DEADLINE);
            case "PriorityClass" -> {
                var name = spec.path("priorityClassName").asText();
                yield scope.matchesValue(name.isEmpty() ? null : name);
            }
            case "CrossNamespacePodAffinity" -> Stream.of("podAffinity", "podAntiAffinity")
                    .flatMap(kind -> spec.path("affinity").path(kind).findParents("topologyKey").stream())
                    .anyMatch(term -> !term.path("namespaces").isEmpty() || term.has("namespaceSelector"));
            default -> false;
        };
    }
}
