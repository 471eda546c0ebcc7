package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The node rule of a pod: its node selector and its required node affinity together.
 *
 * @param terms the alternatives of the required affinity; null when there is none
 */
record SimulatedNodeAffinityRule(List<SimulatedSelectorRequirement> selector,
        @Nullable List<SimulatedNodeAffinityTerm> terms) {

    private static final String NAME = "metadata.name";

    /** An alternative of a node affinity; one without any requirement matches nothing. */
    record SimulatedNodeAffinityTerm(List<SimulatedSelectorRequirement> labels,
            List<SimulatedSelectorRequirement> fields) {

        static SimulatedNodeAffinityTerm of(JsonNode term) {
            return new SimulatedNodeAffinityTerm(
                    SimulatedSelectorRequirement.parseExpressions(term.path("matchExpressions")),
                    SimulatedSelectorRequirement.parseExpressions(term.path("matchFields")));
        }

        boolean matches(SimulatedSchedulerNodeState node) {
            if (labels.isEmpty() && fields.isEmpty()) {
                return false;
            }
            for (var requirement : labels) {
                if (!requirement.matches(node.labels())) {
                    return false;
                }
            }
            for (var requirement : fields) {
                if (!requirement.key().equals(NAME) || !requirement.matchesValue(node.name())) {
                    return false;
                }
            }
            return true;
        }

        private @Nullable Set<String> requiredNodeNames() {
            Set<String> names = null;
            for (var field : fields) {
                if (field.key().equals(NAME)
                        && field.operator() == SimulatedSelectorRequirement.RequirementOperator.IN) {
                    if (names == null) {
                        names = new HashSet<>(field.values());
                    } else {
                        names.retainAll(field.values());
                    }
                }
            }
            return names;
        }
    }

    static SimulatedNodeAffinityRule of(JsonNode podSpec) {
        var selector = SimulatedSelectorRequirement.parseLabels(podSpec.path("nodeSelector"));
        var required = podSpec.path("affinity").path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution");
        return new SimulatedNodeAffinityRule(selector,
                required.isObject() ? parseTerms(required.path("nodeSelectorTerms")) : null);
    }

    static List<SimulatedNodeAffinityTerm> parseTerms(JsonNode terms) {
        var alternatives = new ArrayList<SimulatedNodeAffinityTerm>();
        terms.forEach(term -> alternatives.add(SimulatedNodeAffinityTerm.of(term)));
        return List.copyOf(alternatives);
    }

    boolean matches(SimulatedSchedulerNodeState node) {
        for (var requirement : selector) {
            if (!requirement.matches(node.labels())) {
                return false;
            }
        }
        return terms == null || anyTermMatches(terms, node);
    }

    static boolean anyTermMatches(List<SimulatedNodeAffinityTerm> terms, SimulatedSchedulerNodeState node) {
        for (var term : terms) {
            if (term.matches(node)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the node names that every term requires, as those of daemon pods do; empty when one does not. */
    Optional<Set<String>> pinnedNodeNames() {
        if (terms == null || terms.isEmpty()) {
            return Optional.empty();
        }
        var all = new HashSet<String>();
        for (var term : terms) {
            var names = term.requiredNodeNames();
            if (names == null) {
                return Optional.empty();
            }
            all.addAll(names);
        }
        return Optional.of(all);
    }
}
