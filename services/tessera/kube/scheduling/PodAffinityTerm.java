package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.kube.labels.LabelSelector;
import tessera.text.MessageCatalog;

/**
 * A required pod affinity or anti-affinity term: its pods, and the topology key of the domains to share or avoid.
 *
 * @param namespaces         where those pods live
 * @param namespaceSelector further namespaces, by their labels
 * @param podSelector               which labels they have
 * @param topologyKey        the label whose values are the domains
 */
public record PodAffinityTerm(Set<String> namespaces, Optional<LabelSelector> namespaceSelector,
        LabelSelector podSelector, String topologyKey) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodAffinityTerm.class);

    public PodAffinityTerm {
        namespaces = Set.copyOf(namespaces);
    }

    /**
     * Reads the required terms of a pod.
     *
     * @param own  the pod's labels
     * @param kind {@code podAffinity} or {@code podAntiAffinity}
     */
    public static List<PodAffinityTerm> readRequired(JsonNode spec, String namespace, Map<String, String> own,
            String kind) {
        var terms = new ArrayList<PodAffinityTerm>();
        spec.path("affinity").path(kind).path("requiredDuringSchedulingIgnoredDuringExecution")
                .forEach(term -> terms.add(fromJson(term, namespace, own)));
        return List.copyOf(terms);
    }

    private static PodAffinityTerm fromJson(JsonNode term, String namespace, Map<String, String> own) {
        var named = new HashSet<String>();
        term.path("namespaces").forEach(name -> named.add(name.asText()));
        boolean selects = term.path("namespaceSelector").isObject();
        return new PodAffinityTerm(named.isEmpty() && !selects ? Set.of(namespace) : named,
                selects ? Optional.of(LabelSelector.of(term.path("namespaceSelector"))) : Optional.empty(),
                LabelSelector.of(term.path("labelSelector")).withLabelKeys(term.path("matchLabelKeys"), own, true)
                        .withLabelKeys(term.path("mismatchLabelKeys"), own, false),
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

    /** Returns the term for people, e.g. “pods with app=llm in the same zone”. */
    public String termText() {
        return MESSAGES.text("affinity.pods", podSelector.selectorText(), topologyKey);
    }
}
