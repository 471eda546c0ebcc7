package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A required inter-pod affinity or anti-affinity term: the selected pods and the topology key of the domains to share or avoid.
 *
 * @param namespaces        where those pods live
 * @param namespaceSelector further namespaces by their labels; null for none
 */
record SimulatedPodAffinityTerm(Set<String> namespaces, @Nullable SimulatedLabelSelector namespaceSelector,
        SimulatedLabelSelector pods,
        String topologyKey) {

    /** @param kind {@code podAffinity} or {@code podAntiAffinity} */
    static List<SimulatedPodAffinityTerm> requiredTerms(JsonNode pod, String kind) {
        var terms = pod.path("spec").path("affinity").path(kind)
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        if (terms.isEmpty()) {
            return List.of();
        }
        var parsed = new ArrayList<SimulatedPodAffinityTerm>();
        terms.forEach(term -> parsed.add(parseTerm(term, pod.path("metadata"))));
        return List.copyOf(parsed);
    }

    private static SimulatedPodAffinityTerm parseTerm(JsonNode term, JsonNode owner) {
        var named = Set.copyOf(JsonStringListAndMapReader.textList(term.path("namespaces")));
        var selects = term.path("namespaceSelector").isObject();
        var namespaces = named.isEmpty() && !selects ? Set.of(owner.path("namespace").asText()) : named;
        var labels = JsonStringListAndMapReader.textMap(owner.path("labels"));
        var pods = SimulatedLabelSelector.of(term.path("labelSelector"))
                .withRequirements(
                        matchLabelKeys(term.path("matchLabelKeys"), labels,
                                SimulatedSelectorRequirement.RequirementOperator.IN))
                .withRequirements(matchLabelKeys(term.path("mismatchLabelKeys"), labels,
                        SimulatedSelectorRequirement.RequirementOperator.NOT_IN));
        return new SimulatedPodAffinityTerm(namespaces,
                selects ? SimulatedLabelSelector.of(term.path("namespaceSelector")) : null, pods,
                term.path("topologyKey").asText());
    }

    /** Returns requirements for the values of the pod's own labels under these keys. */
    static List<SimulatedSelectorRequirement> matchLabelKeys(JsonNode keys, Map<String, String> labels,
            SimulatedSelectorRequirement.RequirementOperator operator) {
        var requirements = new ArrayList<SimulatedSelectorRequirement>();
        for (var key : JsonStringListAndMapReader.textList(keys)) {
            var value = labels.get(key);
            if (value != null) {
                requirements.add(new SimulatedSelectorRequirement(key, operator, List.of(value)));
            }
        }
        return requirements;
    }

    boolean selectsPod(SimulatedNodePod pod, Map<String, Map<String, String>> namespaceLabels) {
        boolean there = namespaces.contains(pod.namespace()) || (namespaceSelector != null
                && namespaceSelector.matches(namespaceLabels.getOrDefault(pod.namespace(), Map.of())));
        return there && pods.matches(pod.labels());
    }
}
