package tessera.ui.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.model.ProblemException;
import tessera.ui.metrics.PromqlCompletionPoint.LabelCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.LabelValueCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.MetricCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.NoCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.PromqlCompletionContext;

/**
 * Metric names, label names and values of a Prometheus, each cached for a while. Waits for answers; not for the FX thread.
 * Safe for use by several threads.
 */
final class PrometheusMetricAndLabelNameCache {

    private static final long FRESH = Duration.ofMinutes(5).toNanos();

    private final PrometheusClient client;
    private final LongSupplier nanos;
    private final Map<PromqlCompletionContext, CachedNames> namesByKind = new ConcurrentHashMap<>();

    private record CachedNames(List<String> names, long readAt) {}

    /** @param nanos a clock that only goes forward */
    PrometheusMetricAndLabelNameCache(PrometheusClient client, LongSupplier nanos) {
        this.client = client;
        this.nanos = nanos;
    }

    List<String> wordsFor(PromqlCompletionContext kind) throws ProblemException, InterruptedException {
        var before = namesByKind.get(kind);
        if (before != null && nanos.getAsLong() - before.readAt() < FRESH) {
            return before.names();
        }
        var texts = query(kind);
        namesByKind.put(kind, new CachedNames(texts, nanos.getAsLong()));
        return texts;
    }

    private List<String> query(PromqlCompletionContext kind) throws ProblemException, InterruptedException {
        return switch (kind) {
            case MetricCompletion _ -> client.labelValues("__name__", List.of()).data();
            case LabelCompletion(var metric) ->
                client.labelNames(metricFilter(metric)).data().stream().filter(name -> !name.startsWith("__")).toList();
            case LabelValueCompletion(var metric, var label) -> client.labelValues(label, metricFilter(metric)).data();
            case NoCompletion _ -> List.of();
        };
    }

    private static List<String> metricFilter(String metric) {
        if (metric.isEmpty()) {
            return List.of();
        }
        return List.of(metric);
    }
}
