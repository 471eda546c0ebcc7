package tessera.ui.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.model.Failure;
import tessera.ui.metrics.PromqlCompletion.Labels;
import tessera.ui.metrics.PromqlCompletion.Metrics;
import tessera.ui.metrics.PromqlCompletion.Nothing;
import tessera.ui.metrics.PromqlCompletion.Values;
import tessera.ui.metrics.PromqlCompletion.Wish;

/**
 * The names and values that a Prometheus knows, each asked for once in a while. Waits for answers; not for the FX thread.
 * Safe for use by several threads.
 */
final class Vocabulary {

    private static final long FRESH = Duration.ofMinutes(5).toNanos();

    private final PrometheusClient client;
    private final LongSupplier nanos;
    private final Map<Wish, Known> known = new ConcurrentHashMap<>();

    private record Known(List<String> words, long since) {}

    /** @param nanos a clock that only goes forward */
    Vocabulary(PrometheusClient client, LongSupplier nanos) {
        this.client = client;
        this.nanos = nanos;
    }

    List<String> words(Wish wish) throws Failure, InterruptedException {
        var before = known.get(wish);
        if (before != null && nanos.getAsLong() - before.since() < FRESH) {
            return before.words();
        }
        var words = ask(wish);
        known.put(wish, new Known(words, nanos.getAsLong()));
        return words;
    }

    private List<String> ask(Wish wish) throws Failure, InterruptedException {
        return switch (wish) {
            case Metrics _ -> client.labelValues("__name__", List.of()).data();
            case Labels(var metric) -> client.labelNames(of(metric)).data().stream()
                    .filter(name -> !name.startsWith("__")).toList();
            case Values(var metric, var label) -> client.labelValues(label, of(metric)).data();
            case Nothing _ -> List.of();
        };
    }

    private static List<String> of(String metric) {
        return metric.isEmpty() ? List.of() : List.of(metric);
    }
}
