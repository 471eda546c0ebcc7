package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** A cluster's Services behind which a Prometheus may be, reached through the API server's proxy. */
final class ProxiedPrometheusDiscoveryClient implements PrometheusDiscoveryClient {

    private static final String OPERATED = "/apis/monitoring.coreos.com/v1/prometheuses?limit=500";

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;

    ProxiedPrometheusDiscoveryClient(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public List<ServiceFacts> services(String namespace) throws ProblemException, InterruptedException {
        var where = namespace.isEmpty() ? "" : "/namespaces/" + ApiPathBuilder.encode(namespace);
        return objects.listAll("/api/v1" + where + "/services?limit=500", "list services").stream()
                .map(ProxiedPrometheusDiscoveryClient::readService).toList();
    }

    @Override
    public List<OperatorManagedPrometheus> operatorInstances() throws ProblemException, InterruptedException {
        try {
            return objects.listAll(OPERATED, "list the Prometheus objects of the operator").stream()
                    .map(ProxiedPrometheusDiscoveryClient::readOperated).toList();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                // There is no operator.
                return List.of();
            }
            throw problemException;
        }
    }

    @Override
    public PrometheusConnection connectTo(PrometheusCandidate candidate) {
        return new ApiProxiedPrometheus(transportSupplier, candidate);
    }

    private static ServiceFacts readService(JsonNode object) {
        var metadata = object.path("metadata");
        var labels = new HashMap<String, String>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        var ports = new ArrayList<ServicePort>();
        object.path("spec").path("ports")
                .forEach(port -> ports.add(new ServicePort(port.path("name").asText(""), port.path("port").asInt())));
        return new ServiceFacts(metadata.path("namespace").asText(), metadata.path("name").asText(), labels, ports);
    }

    private static OperatorManagedPrometheus readOperated(JsonNode object) {
        var metadata = object.path("metadata");
        var spec = object.path("spec");
        var path = spec.path("routePrefix").asText("").replaceAll("(?<!/)/++$", "");
        return new OperatorManagedPrometheus(metadata.path("namespace").asText(), metadata.path("name").asText(), path,
                spec.path("web").has("tlsConfig"));
    }
}
