package tessera.metrics.prometheus.discovery;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/**
 * The result of a search for a Prometheus.
 *
 * @param prometheus the one to use; null when there is none
 * @param candidates what was looked at, in order
 */
public record PrometheusDiscoveryResult(@Nullable FoundPrometheus prometheus,
        List<PrometheusDiscoveryAttempt> candidates) {

    public PrometheusDiscoveryResult {
        candidates = List.copyOf(candidates);
    }

    /**
     * A Prometheus that answers.
     *
     * @param version  empty when it does not say
     * @param presence the query that shows that it knows of GPUs; empty when it knows of none
     * @param series   what that query counts
     */
    public record FoundPrometheus(PrometheusCandidate candidate, String version, String presence, long series) {

        /** Returns whether it has metrics of any GPU. */
        public boolean knowsGpus() {
            return series > 0;
        }
    }

    /**
     * A candidate that was tried.
     *
     * @param what    e.g. {@code services in all namespaces}
     * @param outcome why it was no good; null when it was
     */
    public record PrometheusDiscoveryAttempt(String what, @Nullable Problem outcome) {}
}
