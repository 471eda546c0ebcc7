package tessera.metrics.prometheus.discovery;

import java.util.List;
import java.util.Map;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.model.ProblemException;

/** The view of a cluster in which a Prometheus is searched, and the means to connect to one. */
public interface PrometheusDiscoveryClient {

    /**
     * A Service.
     *
     * @param ports the names and numbers of its ports
     */
    record ServiceFacts(String namespace, String name, Map<String, String> labels, List<ServicePort> ports) {
        public ServiceFacts {
            labels = Map.copyOf(labels);
            ports = List.copyOf(ports);
        }
    }

    /**
     * A port of a Service.
     *
     * @param name empty when it has none
     */
    record ServicePort(String name, int number) {}

    /**
     * A Prometheus that an operator runs.
     *
     * @param path   where its API is mounted; empty for the root
     * @param secure whether it speaks TLS
     */
    record OperatorManagedPrometheus(String namespace, String name, String path, boolean secure) {}

    /**
     * Returns the services of a namespace.
     *
     * @param namespace empty for all
     */
    List<ServiceFacts> services(String namespace) throws ProblemException, InterruptedException;

    /** Returns the Prometheus objects of the operator, in all namespaces. */
    List<OperatorManagedPrometheus> operatorInstances() throws ProblemException, InterruptedException;

    /** Returns the connection to a place; nothing is sent yet. */
    PrometheusConnection connectTo(PrometheusCandidate candidate);
}
