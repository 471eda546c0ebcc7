package tessera.kube.labels;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A label selector, all of whose requirements must hold. An empty one matches everything, an absent one nothing. */
public record LabelSelector(List<LabelRequirement> requirements) {

    /** The empty selector. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());
    /** The absent selector. */
    public static final LabelSelector NOTHING = new LabelSelector(List.of(new LabelRequirement("", "", List.of())));

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /** Reads a selector with {@code matchLabels} and {@code matchExpressions}; what is no object is an absent one. */
    public static LabelSelector of(JsonNode selector) {
        if (!selector.isObject()) {
            return NOTHING;
        }
        var requirements = new ArrayList<>(requirementsOfLabels(selector.path("matchLabels")));
        requirements.addAll(requirementsOfExpressions(selector.path("matchExpressions")));
        return new LabelSelector(requirements);
    }

    /** Reads a map of labels, all of which an object must have, as in the selector of a Service. */
    public static LabelSelector ofLabels(JsonNode labels) {
        return new LabelSelector(requirementsOfLabels(labels));
    }

    /** Returns a requirement for each label of a map, as in {@code nodeSelector}. */
    public static List<LabelRequirement> requirementsOfLabels(JsonNode labels) {
        var requirements = new ArrayList<LabelRequirement>(labels.size());
        labels.properties().forEach(
                label -> requirements.add(LabelRequirement.equalTo(label.getKey(), label.getValue().asText())));
        return List.copyOf(requirements);
    }

    /** Returns a requirement for each element of a list of {@code key}, {@code operator} and {@code values}. */
    public static List<LabelRequirement> requirementsOfExpressions(JsonNode expressions) {
        var requirements = new ArrayList<LabelRequirement>(expressions.size());
        for (var expression : expressions) {
            var values = new ArrayList<String>();
            expression.path("values").forEach(value -> values.add(value.asText()));
            requirements.add(new LabelRequirement(expression.path("key").asText(), expression.path("operator").asText(),
                    values));
        }
        return List.copyOf(requirements);
    }

    /**
     * Returns a copy that also requires equal, or different, values of a pod's own labels.
     *
     * @param keys those of them that the pod has count
     */
    public LabelSelector withLabelKeys(JsonNode keys, Map<String, String> own, boolean same) {
        if (keys.isEmpty()) {
            return this;
        }
        var all = new ArrayList<>(requirements);
        for (var key : keys) {
            var value = own.get(key.asText());
            if (value != null) {
                all.add(same ? LabelRequirement.equalTo(key.asText(), value)
                        : LabelRequirement.notEqualTo(key.asText(), value));
            }
        }
        return new LabelSelector(all);
    }

    /** Returns whether an object with these labels is selected. */
    public boolean matches(Map<String, String> labels) {
        for (var requirement : requirements) {
            if (!requirement.matchesLabels(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether an object with these labels, as in its metadata, is selected. */
    public boolean matches(JsonNode labels) {
        return matches(readLabels(labels));
    }

    /** Returns the labels in the metadata of an object. */
    public static Map<String, String> readLabels(JsonNode labels) {
        var texts = new HashMap<String, String>();
        labels.properties().forEach(label -> texts.put(label.getKey(), label.getValue().asText()));
        return texts;
    }

    /** Returns the selector for people; a reader of {@code labelSelector} parameters wants {@link #toString()}. */
    public String selectorText() {
        if (equals(NOTHING)) {
            return "nothing";
        }
        return requirements.stream().map(LabelRequirement::selectorText).collect(Collectors.joining(", "));
    }

    /** Returns the selector as a {@code labelSelector} parameter says it, and a Scale in its status. */
    @Override
    public String toString() {
        return requirements.stream().sorted(Comparator.comparing(LabelRequirement::key))
                .map(LabelSelector::parameterText).collect(Collectors.joining(","));
    }

    private static String parameterText(LabelRequirement requirement) {
        var values = new TreeSet<>(requirement.values());
        var list = " (" + String.join(",", values) + ")";
        return switch (requirement.operator()) {
            case "In" -> requirement.key() + (values.size() == 1 ? "=" + values.first() : " in" + list);
            case "NotIn" -> requirement.key() + (values.size() == 1 ? "!=" + values.first() : " notin" + list);
            case "DoesNotExist" -> "!" + requirement.key();
            case "Gt" -> requirement.key() + ">" + String.join(",", values);
            case "Lt" -> requirement.key() + "<" + String.join(",", values);
            default -> requirement.key();
        };
    }
}
