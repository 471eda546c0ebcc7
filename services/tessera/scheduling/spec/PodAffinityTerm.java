package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A required affinity to other pods, or anti-affinity: the pods it speaks of, and the node label whose values are the
 * places to share or to avoid.
 *
 * @param namespaces         where those pods live
 * @param namespacesByLabels further namespaces, by their labels
 * @param pods               which labels they have
 * @param topologyKey        the label that says what is one place
 */
public record PodAffinityTerm(Set<String> namespaces, Optional<LabelRule> namespacesByLabels, LabelRule pods,
        String topologyKey) {

    public PodAffinityTerm {
        namespaces = Set.copyOf(namespaces);
    }

    /**
     * The required ones of a pod.
     *
     * @param kind {@code podAffinity} or {@code podAntiAffinity}
     */
    public static List<PodAffinityTerm> required(JsonNode spec, JsonNode metadata, String kind) {
        return JsonFields.list(spec.path("affinity").path(kind).path("requiredDuringSchedulingIgnoredDuringExecution"),
                term -> of(term, metadata));
    }

    private static PodAffinityTerm of(JsonNode term, JsonNode owner) {
        var named = Set.copyOf(JsonFields.texts(term.path("namespaces")));
        boolean selects = term.path("namespaceSelector").isObject();
        var own = JsonFields.map(owner.path("labels"));
        return new PodAffinityTerm(named.isEmpty() && !selects ? Set.of(owner.path("namespace").asText()) : named,
                selects ? Optional.of(LabelRule.of(term.path("namespaceSelector"))) : Optional.empty(),
                LabelRule.of(term.path("labelSelector")).like(JsonFields.texts(term.path("matchLabelKeys")), own, true)
                        .like(JsonFields.texts(term.path("mismatchLabelKeys")), own, false),
                term.path("topologyKey").asText());
    }

    /**
     * Whether it is about a pod.
     *
     * @param known labels of namespaces, by name
     */
    public boolean speaksOf(String namespace, Map<String, String> labels, Map<String, Map<String, String>> known) {
        return (namespaces.contains(namespace)
                || namespacesByLabels.filter(rule -> rule.matches(known.getOrDefault(namespace, Map.of()))).isPresent())
                && pods.matches(labels);
    }

    public String words() {
        return "pods with %s in the same %s".formatted(pods.words().isEmpty() ? "any labels" : pods.words(),
                topologyKey);
    }
}
