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
 * @param holdDuration    how long the expression must hold before it fires
 * @param labels      without the rule's name
 * @param annotations in the words of whoever wrote the rule
 */
public record PrometheusAlertWithRule(String name, PrometheusAlertState state, @Nullable Instant since, double value,
        String expression, Duration holdDuration, Map<String, String> labels, Map<String, String> annotations) {

    private static final List<String> NODE = List.of("exported_node", "Hostname", "hostname", "node",
            "exported_instance");
    private static final List<String> SENTENCE = List.of("summary", "message", "title", "description");
    private static final List<String> ADVICE = List.of("description", "runbook_url", "runbook");

    /** The state of an alert. */
    public enum PrometheusAlertState {
        PENDING,
        FIRING
    }

    public PrometheusAlertWithRule {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /** Returns the alert's summary as the rule's author wrote it; the rule's name where there is none. */
    public String summaryText() {
        return firstAnnotations(annotations, SENTENCE).findFirst().orElse(name);
    }

    /** Returns the further annotations and what to do; empty where there are none. */
    public String remedyText() {
        var sentence = summaryText();
        return String.join(" ", firstAnnotations(annotations, ADVICE).filter(text -> !text.equals(sentence)).toList());
    }

    /** Returns the node it is about; empty where no label names one. */
    public String nodeName() {
        return firstAnnotations(labels, NODE).findFirst().orElse("");
    }

    /** Returns the value of its severity label; empty where it has none. */
    public String severity() {
        return labels.getOrDefault("severity", "");
    }

    private static Stream<String> firstAnnotations(Map<String, String> texts, List<String> names) {
        return names.stream().map(name -> texts.getOrDefault(name, "").strip()).filter(text -> !text.isEmpty());
    }
}
