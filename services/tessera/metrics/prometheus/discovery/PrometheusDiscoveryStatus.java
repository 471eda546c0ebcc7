package tessera.metrics.prometheus.discovery;

import java.util.List;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryResult.PrometheusDiscoveryAttempt;
import tessera.model.Problem;

/** The status of the search for a cluster's Prometheus. */
public sealed interface PrometheusDiscoveryStatus {

    /** The search has not ended yet. */
    record PrometheusSearching() implements PrometheusDiscoveryStatus {}

    /**
     * A Prometheus answers.
     *
     * @param name      what it is called, e.g. {@code Prometheus monitoring/prometheus-k8s}
     * @param version   empty when it does not say
     * @param knowsGpus whether it knows of any GPU
     * @param client    asks it
     */
    record PrometheusAvailable(String name, String version, boolean knowsGpus,
            PrometheusClient client) implements PrometheusDiscoveryStatus {}

    /**
     * No Prometheus was found.
     *
     * @param candidates what was looked at
     */
    record PrometheusNotFound(List<PrometheusDiscoveryAttempt> candidates) implements PrometheusDiscoveryStatus {
        public PrometheusNotFound {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * There is or may be a Prometheus, and it cannot be queried.
     *
     * @param what what was looked at, or the name of the one that was asked
     * @param problem  in the words of whoever refuses
     */
    record PrometheusForbidden(String what, Problem problem) implements PrometheusDiscoveryStatus {}
}
