package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A label selector. An empty one matches everything, an absent one nothing. */
record SimulatedSelector(List<SelectorRequirement> requirements) {

    private static final SimulatedSelector NOTHING = new SimulatedSelector(
            List.of(new SelectorRequirement("", SelectorRequirement.RequirementOperator.NEVER, List.of())));

    static SimulatedSelector of(JsonNode selector) {
        if (selector.isMissingNode() || selector.isNull()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(SelectorRequirement.parseLabels(selector.path("matchLabels")));
        requirements.addAll(SelectorRequirement.parseExpressions(selector.path("matchExpressions")));
        return new SimulatedSelector(List.copyOf(requirements));
    }

    SimulatedSelector withRequirements(List<SelectorRequirement> more) {
        var all = new ArrayList<>(requirements);
        all.addAll(more);
        return new SimulatedSelector(List.copyOf(all));
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
