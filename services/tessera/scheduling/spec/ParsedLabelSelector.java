package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tessera.model.LabelRequirement;

/** A label selector, all of whose requirements must hold. An empty one matches everything, an absent one nothing. */
public record ParsedLabelSelector(List<LabelRequirement> requirements) {

    private static final ParsedLabelSelector NOTHING = new ParsedLabelSelector(
            List.of(new LabelRequirement("", "", List.of())));

    public ParsedLabelSelector {
        requirements = List.copyOf(requirements);
    }

    public static ParsedLabelSelector of(JsonNode selector) {
        if (!selector.isObject()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(NodeAffinityReader.labelRequirements(selector.path("matchLabels")));
        requirements.addAll(NodeAffinityReader.expressionRequirements(selector.path("matchExpressions")));
        return new ParsedLabelSelector(requirements);
    }

    /**
     * Returns a copy that also requires equal, or different, values of the pod's own labels.
     *
     * @param keys those of them that the pod has count
     */
    ParsedLabelSelector withLabelKeys(List<String> keys, Map<String, String> own, boolean same) {
        var all = new ArrayList<>(requirements);
        for (var key : keys) {
            var value = own.get(key);
            if (value != null) {
                all.add(same ? LabelRequirement.equalTo(key, value) : LabelRequirement.notEqualTo(key, value));
            }
        }
        return new ParsedLabelSelector(all);
    }

    public boolean matches(Map<String, String> labels) {
        return requirements.stream().allMatch(requirement -> requirement.matchesLabels(labels));
    }

    public String selectorText() {
        return requirements.stream().map(LabelRequirement::selectorText).collect(Collectors.joining(", "));
    }
}
