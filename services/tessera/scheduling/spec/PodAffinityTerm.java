package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A required pod affinity or anti-affinity term: its pods, and the topology key of the domains to share or avoid.
 *
 * @param namespaces         where those pods live
 * @param namespaceSelector further namespaces, by their labels
 * @param podSelector               which labels they have
 * @param topologyKey        the label that says what is one place
 */
public record PodAffinityTerm(Set<String> namespaces, Optional<ParsedLabelSelector> namespaceSelector,
        ParsedLabelSelector podSelector,
        String topologyKey) {

    public PodAffinityTerm {
        namespaces = Set.copyOf(namespaces);
    }

    /**
     * Returns the required terms of a pod.
     *
     * @param kind {@code podAffinity} or {@code podAntiAffinity}
     */
    public static List<PodAffinityTerm> readRequired(JsonNode spec, JsonNode metadata, String kind) {
        return JsonCollectionConverter.mapList(
                spec.path("affinity").path(kind).path("requiredDuringSchedulingIgnoredDuringExecution"),
                term -> fromJson(term, metadata));
    }

    private static PodAffinityTerm fromJson(JsonNode term, JsonNode owner) {
        var named = Set.copyOf(JsonCollectionConverter.textList(term.path("namespaces")));
        boolean selects = term.path("namespaceSelector").isObject();
        var own = JsonCollectionConverter.textMap(owner.path("labels"));
        return new PodAffinityTerm(named.isEmpty() && !selects ? Set.of(owner.path("namespace").asText()) : named,
                selects ? Optional.of(ParsedLabelSelector.of(term.path("namespaceSelector"))) : Optional.empty(),
                ParsedLabelSelector.of(term.path("labelSelector"))
                        .withLabelKeys(JsonCollectionConverter.textList(term.path("matchLabelKeys")), own, true)
                        .withLabelKeys(JsonCollectionConverter.textList(term.path("mismatchLabelKeys")), own, false),
                term.path("topologyKey").asText());
    }

    /**
     * Returns whether the term applies to a pod.
     *
     * @param known labels of namespaces, by name
     */
    public boolean matchesPod(String namespace, Map<String, String> labels, Map<String, Map<String, String>> known) {
        return (namespaces.contains(namespace)
                || namespaceSelector.filter(rule -> rule.matches(known.getOrDefault(namespace, Map.of()))).isPresent())
                && podSelector.matches(labels);
    }

    public String termText() {
        return "pods with %s in the same %s".formatted(
                podSelector.selectorText().isEmpty() ? "any labels" : podSelector.selectorText(),
                topologyKey);
    }
}
