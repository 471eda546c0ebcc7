package tessera.metrics.prometheus.discovery;

import java.util.List;
import java.util.Map;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.model.Failure;

/** The view of a cluster in which a Prometheus is searched, and the means to connect to one. */
public interface DiscoveryInput {

    /**
     * A Service.
     *
     * @param ports the names and numbers of its ports
     */
    record Service(String namespace, String name, Map<String, String> labels, List<Port> ports) {
        public Service {
            labels = Map.copyOf(labels);
            ports = List.copyOf(ports);
        }
    }

    /**
     * A port of a Service.
     *
     * @param name empty when it has none
     */
    record Port(String name, int number) {}

    /**
     * A Prometheus that an operator runs.
     *
     * @param path   where its API is mounted; empty for the root
     * @param secure whether it speaks TLS
     */
    record OperatedPrometheus(String namespace, String name, String path, boolean secure) {}

    /**
     * Returns the services of a namespace.
     *
     * @param namespace empty for all
     */
    List<Service> services(String namespace) throws Failure, InterruptedException;

    /** Returns the Prometheus objects of the operator, in all namespaces. */
    List<OperatedPrometheus> operatorInstances() throws Failure, InterruptedException;

    /** Returns the connection to a place; nothing is sent yet. */
    PrometheusEndpoint connectTo(PrometheusCandidate place);
}
