package tessera.metrics.prometheus.rule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An alert of a Prometheus, with the rule that made it.
 *
 * @param name        of the rule
 * @param state       what became of it
 * @param since       from when on the expression held; null when it does not say
 * @param value       of the expression
 * @param expression  empty when the server does not tell its rules
 * @param patience    how long the expression must hold before it fires
 * @param labels      without the rule's name
 * @param annotations in the words of whoever wrote the rule
 */
public record ServerAlert(String name, ServerAlertState state, @Nullable Instant since, double value, String expression,
        Duration patience, Map<String, String> labels, Map<String, String> annotations) {

    private static final List<String> NODE = List.of("exported_node", "Hostname", "hostname", "node",
            "exported_instance");
    private static final List<String> SENTENCE = List.of("summary", "message", "title", "description");
    private static final List<String> ADVICE = List.of("description", "runbook_url", "runbook");

    /** What became of an alert. */
    public enum ServerAlertState {
        PENDING,
        FIRING
    }

    public ServerAlert {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /** What is wrong, in the words of whoever wrote the rule; the rule's name where they wrote none. */
    public String sentence() {
        return first(annotations, SENTENCE).findFirst().orElse(name);
    }

    /** What else they say of it, and what to do; empty where they say nothing. */
    public String advice() {
        var sentence = sentence();
        return String.join(" ", first(annotations, ADVICE).filter(words -> !words.equals(sentence)).toList());
    }

    /** The node it is about; empty where no label names one. */
    public String node() {
        return first(labels, NODE).findFirst().orElse("");
    }

    /** What its label says of how bad it is; empty where it has none. */
    public String severity() {
        return labels.getOrDefault("severity", "");
    }

    private static Stream<String> first(Map<String, String> texts, List<String> names) {
        return names.stream().map(name -> texts.getOrDefault(name, "").strip()).filter(text -> !text.isEmpty());
    }
}
