package tessera.metrics.prometheus.discovery;

import java.util.List;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.DiscoveryResult.TriedCandidate;
import tessera.model.Problem;

/** What is known of the Prometheus of a cluster. */
public sealed interface PrometheusStatus {

    /** Nobody knows yet whether there is one. */
    record PrometheusSearching() implements PrometheusStatus {}

    /**
     * One answers.
     *
     * @param name      what it is called, e.g. {@code Prometheus monitoring/prometheus-k8s}
     * @param version   empty when it does not say
     * @param knowsGpus whether it knows of any GPU
     * @param client    asks it
     */
    record PrometheusAvailable(String name, String version, boolean knowsGpus,
            PrometheusClient client) implements PrometheusStatus {}

    /**
     * There is none that is known.
     *
     * @param tried what was looked at
     */
    record Nowhere(List<TriedCandidate> tried) implements PrometheusStatus {
        public Nowhere {
            tried = List.copyOf(tried);
        }
    }

    /**
     * There is or may be one, and it cannot be asked.
     *
     * @param what what was looked at, or the name of the one that was asked
     * @param why  in the words of whoever refuses
     */
    record PrometheusForbidden(String what, Problem why) implements PrometheusStatus {}
}
