package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A required inter-pod affinity or anti-affinity: the pods it speaks of, and the node label whose values are the places
 * to share or to avoid.
 *
 * @param namespaces        where those pods live
 * @param namespaceSelector further namespaces by their labels; null for none
 */
record PodTerm(Set<String> namespaces, @Nullable SimulatedSelector namespaceSelector, SimulatedSelector pods,
        String topologyKey) {

    /** @param kind {@code podAffinity} or {@code podAntiAffinity} */
    static List<PodTerm> required(JsonNode pod, String kind) {
        var terms = pod.path("spec").path("affinity").path(kind)
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        if (terms.isEmpty()) {
            return List.of();
        }
        var parsed = new ArrayList<PodTerm>();
        terms.forEach(term -> parsed.add(of(term, pod.path("metadata"))));
        return List.copyOf(parsed);
    }

    private static PodTerm of(JsonNode term, JsonNode owner) {
        var named = Set.copyOf(TreeTexts.list(term.path("namespaces")));
        var selects = term.path("namespaceSelector").isObject();
        var namespaces = named.isEmpty() && !selects ? Set.of(owner.path("namespace").asText()) : named;
        var labels = TreeTexts.map(owner.path("labels"));
        var pods = SimulatedSelector.of(term.path("labelSelector"))
                .and(sameAsOwn(term.path("matchLabelKeys"), labels, SelectorRequirement.RequirementOperator.IN))
                .and(sameAsOwn(term.path("mismatchLabelKeys"), labels, SelectorRequirement.RequirementOperator.NOT_IN));
        return new PodTerm(namespaces, selects ? SimulatedSelector.of(term.path("namespaceSelector")) : null, pods,
                term.path("topologyKey").asText());
    }

    /** The API server already merges these keys into the selector of a stored pod; merging twice changes nothing. */
    static List<SelectorRequirement> sameAsOwn(JsonNode keys, Map<String, String> labels,
            SelectorRequirement.RequirementOperator operator) {
        var requirements = new ArrayList<SelectorRequirement>();
        for (var key : TreeTexts.list(keys)) {
            var value = labels.get(key);
            if (value != null) {
                requirements.add(new SelectorRequirement(key, operator, List.of(value)));
            }
        }
        return requirements;
    }

    boolean speaksOf(NodeOccupant pod, Map<String, Map<String, String>> namespaceLabels) {
        boolean there = namespaces.contains(pod.namespace()) || (namespaceSelector != null
                && namespaceSelector.matches(namespaceLabels.getOrDefault(pod.namespace(), Map.of())));
        return there && pods.matches(pod.labels());
    }
}
