package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.text.MessageCatalog;

/**
 * A set of pods selected by labels.
 *
 * @param labels all of which they have; none for every pod
 * @param complete  whether that is all that is said of them
 */
public record PodLabelSelector(SortedMap<String, String> labels, boolean complete) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodLabelSelector.class);

    public PodLabelSelector {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    static PodLabelSelector of(JsonNode selector) {
        var labels = new TreeMap<String, String>();
        selector.path("matchLabels").properties()
                .forEach(entry -> labels.put(entry.getKey(), entry.getValue().asText()));
        return new PodLabelSelector(labels, selector.path("matchExpressions").isEmpty());
    }

    /** Returns the labels as a selector, e.g. {@code app=llm,tier=gpu}. */
    public String selectorText() {
        return labels.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }

    /** Returns the set as text. */
    public String podsText() {
        if (labels.isEmpty()) {
            return MESSAGES.text(complete ? "pods.all" : "pods.some");
        }
        return complete ? selectorText() : MESSAGES.text("pods.more", selectorText());
    }
}
