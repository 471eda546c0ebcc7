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
import tessera.ui.metrics.PromqlCompletion.MetricCompletion;
import tessera.ui.metrics.PromqlCompletion.NoCompletion;
import tessera.ui.metrics.PromqlCompletion.ValueCompletion;

/**
 * Metric names, label names and values of a Prometheus, each cached for a while. Waits for answers; not for the FX thread.
 * Safe for use by several threads.
 */
final class PrometheusVocabulary {

    private static final long FRESH = Duration.ofMinutes(5).toNanos();

    private final PrometheusClient client;
    private final LongSupplier nanos;
    private final Map<CompletionRequest, CachedWords> known = new ConcurrentHashMap<>();

    private record CachedWords(List<String> terms, long readAt) {}

    /** @param nanos a clock that only goes forward */
    PrometheusVocabulary(PrometheusClient client, LongSupplier nanos) {
        this.client = client;
        this.nanos = nanos;
    }

    List<String> wordsFor(CompletionRequest wish) throws Failure, InterruptedException {
        var before = known.get(wish);
        if (before != null && nanos.getAsLong() - before.readAt() < FRESH) {
            return before.terms();
        }
        var texts = query(wish);
        known.put(wish, new CachedWords(texts, nanos.getAsLong()));
        return texts;
    }

    private List<String> query(CompletionRequest wish) throws Failure, InterruptedException {
        return switch (wish) {
            case MetricCompletion _ -> client.labelValues("__name__", List.of()).data();
            case LabelCompletion(var metric) -> client.labelNames(metricFilter(metric)).data().stream()
                    .filter(name -> !name.startsWith("__")).toList();
            case ValueCompletion(var metric, var label) -> client.labelValues(label, metricFilter(metric)).data();
            case NoCompletion _ -> List.of();
        };
    }

    private static List<String> metricFilter(String metric) {
        return metric.isEmpty() ? List.of() : List.of(metric);
    }
}
