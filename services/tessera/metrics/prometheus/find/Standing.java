package tessera.metrics.prometheus.find;

import java.util.List;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Finding.Tried;
import tessera.model.Problem;

/** What is known of the Prometheus of a cluster. */
public sealed interface Standing {

    /** Nobody knows yet whether there is one. */
    record Sought() implements Standing {}

    /**
     * One answers.
     *
     * @param name      what it is called, e.g. {@code Prometheus monitoring/prometheus-k8s}
     * @param version   empty when it does not say
     * @param knowsGpus whether it knows of any GPU
     * @param client    asks it
     */
    record Here(String name, String version, boolean knowsGpus, PrometheusClient client) implements Standing {}

    /**
     * There is none that is known.
     *
     * @param tried what was looked at
     */
    record Nowhere(List<Tried> tried) implements Standing {
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
    record Refused(String what, Problem why) implements Standing {}
}
