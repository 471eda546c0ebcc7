package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A label selector. An empty one matches everything, an absent one nothing. */
record Selector(List<Requirement> requirements) {

    private static final Selector NOTHING = new Selector(
            List.of(new Requirement("", Requirement.Operator.NEVER, List.of())));

    static Selector of(JsonNode selector) {
        if (selector.isMissingNode() || selector.isNull()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(Requirement.ofLabels(selector.path("matchLabels")));
        requirements.addAll(Requirement.ofExpressions(selector.path("matchExpressions")));
        return new Selector(List.copyOf(requirements));
    }

    Selector and(List<Requirement> more) {
        var all = new ArrayList<>(requirements);
        all.addAll(more);
        return new Selector(List.copyOf(all));
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
