package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Pods that are meant by their labels.
 *
 * @param labels all of which they have; none for every pod
 * @param plain  whether that is all that is said of them
 */
public record LabelledPods(SortedMap<String, String> labels, boolean plain) {

    public LabelledPods {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    static LabelledPods of(JsonNode selector) {
        var labels = new TreeMap<String, String>();
        selector.path("matchLabels").properties()
                .forEach(entry -> labels.put(entry.getKey(), entry.getValue().asText()));
        return new LabelledPods(labels, selector.path("matchExpressions").isEmpty());
    }

    /** As one types them, e.g. {@code app=llm,tier=gpu}. */
    public String text() {
        return labels.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }

    /** In words. */
    public String words() {
        return (labels.isEmpty() ? plain ? "every pod" : "pods" : text()) + (plain ? "" : " and more");
    }
}
