package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A {@code DoNotSchedule} topology spread constraint: the skew of matching pods that it allows between domains. */
record SimulatedSpreadConstraint(String topologyKey, int maxSkew, int minDomains, SimulatedLabelSelector pods,
        boolean honoursNodeAffinity,
        boolean honoursTaints) {

    static List<SimulatedSpreadConstraint> listOf(JsonNode pod) {
        var constraints = pod.path("spec").path("topologySpreadConstraints");
        if (constraints.isEmpty()) {
            return List.of();
        }
        var labels = JsonStringListAndMapReader.textMap(pod.path("metadata").path("labels"));
        var parsed = new ArrayList<SimulatedSpreadConstraint>();
        for (var constraint : constraints) {
            if (constraint.path("whenUnsatisfiable").asText("DoNotSchedule").equals("DoNotSchedule")) {
                var pods = SimulatedLabelSelector.of(constraint.path("labelSelector"))
                        .withRequirements(SimulatedPodAffinityTerm
                                .matchLabelKeys(constraint.path("matchLabelKeys"), labels,
                                        SimulatedSelectorRequirement.RequirementOperator.IN));
                parsed.add(new SimulatedSpreadConstraint(constraint.path("topologyKey").asText(),
                        constraint.path("maxSkew").asInt(1), constraint.path("minDomains").asInt(1), pods,
                        !constraint.path("nodeAffinityPolicy").asText().equals("Ignore"),
                        constraint.path("nodeTaintsPolicy").asText().equals("Honor")));
            }
        }
        return List.copyOf(parsed);
    }
}
