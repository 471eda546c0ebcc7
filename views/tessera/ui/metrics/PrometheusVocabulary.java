package tessera.ui.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.model.Failure;
import tessera.ui.metrics.PromqlCompletion.CompletionRequest;
import tessera.ui.metrics.PromqlCompletion.LabelCompletion;
import tessera.ui.metrics.PromqlCompletion.Metrics;
import tessera.ui.metrics.PromqlCompletion.NoCompletion;
import tessera.ui.metrics.PromqlCompletion.ValueCompletion;

/**
 * The names and values that a Prometheus knows, each asked for once in a while. Waits for answers; not for the FX thread.
 * Safe for use by several threads.
 */
final class PrometheusVocabulary {

    private static final long FRESH = Duration.ofMinutes(5).toNanos();

    private final PrometheusClient client;
    private final LongSupplier nanos;
    private final Map<CompletionRequest, KnownWords> known = new ConcurrentHashMap<>();

    private record KnownWords(List<String> words, long since) {}

    /** @param nanos a clock that only goes forward */
    PrometheusVocabulary(PrometheusClient client, LongSupplier nanos) {
        this.client = client;
        this.nanos = nanos;
    }

    List<String> words(CompletionRequest wish) throws Failure, InterruptedException {
        var before = known.get(wish);
        if (before != null && nanos.getAsLong() - before.since() < FRESH) {
            return before.words();
        }
        var words = ask(wish);
        known.put(wish, new KnownWords(words, nanos.getAsLong()));
        return words;
    }

    private List<String> ask(CompletionRequest wish) throws Failure, InterruptedException {
        return switch (wish) {
            case Metrics _ -> client.labelValues("__name__", List.of()).data();
            case LabelCompletion(var metric) -> client.labelNames(of(metric)).data().stream()
                    .filter(name -> !name.startsWith("__")).toList();
            case ValueCompletion(var metric, var label) -> client.labelValues(label, of(metric)).data();
            case NoCompletion _ -> List.of();
        };
    }

    private static List<String> of(String metric) {
        return metric.isEmpty() ? List.of() : List.of(metric);
    }
}
