package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A label selector. An empty one matches everything, an absent one nothing. */
record SimulatedLabelSelector(List<SimulatedSelectorRequirement> requirements) {

    private static final SimulatedLabelSelector NOTHING = new SimulatedLabelSelector(
            List.of(new SimulatedSelectorRequirement("", SimulatedSelectorRequirement.RequirementOperator.NEVER,
                    List.of())));

    static SimulatedLabelSelector of(JsonNode selector) {
        if (selector.isMissingNode() || selector.isNull()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(SimulatedSelectorRequirement.parseLabels(selector.path("matchLabels")));
        requirements.addAll(SimulatedSelectorRequirement.parseExpressions(selector.path("matchExpressions")));
        return new SimulatedLabelSelector(List.copyOf(requirements));
    }

    SimulatedLabelSelector withRequirements(List<SimulatedSelectorRequirement> more) {
        var all = new ArrayList<>(requirements);
        all.addAll(more);
        return new SimulatedLabelSelector(List.copyOf(all));
    }

    boolean matches(Map<String, String> labels) {
        for (var requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
