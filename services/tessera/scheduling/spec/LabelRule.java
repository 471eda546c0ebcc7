package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tessera.model.LabelRequirement;

/** A label selector, all of whose requirements must hold. An empty one matches everything, an absent one nothing. */
public record LabelRule(List<LabelRequirement> requirements) {

    private static final LabelRule NOTHING = new LabelRule(List.of(new LabelRequirement("", "", List.of())));

    public LabelRule {
        requirements = List.copyOf(requirements);
    }

    public static LabelRule of(JsonNode selector) {
        if (!selector.isObject()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(NodeRules.labels(selector.path("matchLabels")));
        requirements.addAll(NodeRules.expressions(selector.path("matchExpressions")));
        return new LabelRule(requirements);
    }

    /**
     * The same with labels that must be as the pod's own, or must not.
     *
     * @param keys those of them that the pod has count
     */
    LabelRule like(List<String> keys, Map<String, String> own, boolean same) {
        var all = new ArrayList<>(requirements);
        for (var key : keys) {
            var value = own.get(key);
            if (value != null) {
                all.add(same ? LabelRequirement.equal(key, value) : LabelRequirement.other(key, value));
            }
        }
        return new LabelRule(all);
    }

    public boolean matches(Map<String, String> labels) {
        return requirements.stream().allMatch(each -> each.holds(labels));
    }

    public String words() {
        return requirements.stream().map(LabelRequirement::words).collect(Collectors.joining(", "));
    }
}
