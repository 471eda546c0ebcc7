package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.discovery.DiscoveryInput;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/** A cluster's Services behind which a Prometheus may be, reached through the API server's proxy. */
final class ProxiedPrometheus implements DiscoveryInput {

    private static final String OPERATED = "/apis/monitoring.coreos.com/v1/prometheuses?limit=500";

    private final ObjectLists.ServerRoute route;
    private final ObjectLists objects;

    ProxiedPrometheus(ObjectLists.ServerRoute route) {
        this.route = route;
        objects = new ObjectLists(route);
    }

    @Override
    public List<Service> services(String namespace) throws Failure, InterruptedException {
        var where = namespace.isEmpty() ? "" : "/namespaces/" + ApiPaths.encode(namespace);
        return objects.listAll("/api/v1" + where + "/services?limit=500", "list services").stream()
                .map(ProxiedPrometheus::readService).toList();
    }

    @Override
    public List<OperatedPrometheus> operatorInstances() throws Failure, InterruptedException {
        try {
            return objects.listAll(OPERATED, "list the Prometheus objects of the operator").stream()
                    .map(ProxiedPrometheus::readOperated).toList();
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                // There is no operator.
                return List.of();
            }
            throw failure;
        }
    }

    @Override
    public PrometheusEndpoint connectTo(PrometheusCandidate place) {
        return new ProxiedQueries(route, place);
    }

    private static Service readService(JsonNode object) {
        var metadata = object.path("metadata");
        var labels = new HashMap<String, String>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        var ports = new ArrayList<Port>();
        object.path("spec").path("ports")
                .forEach(port -> ports.add(new Port(port.path("name").asText(""), port.path("port").asInt())));
        return new Service(metadata.path("namespace").asText(), metadata.path("name").asText(), labels, ports);
    }

    private static OperatedPrometheus readOperated(JsonNode object) {
        var metadata = object.path("metadata");
        var spec = object.path("spec");
        var path = spec.path("routePrefix").asText("").replaceAll("(?<!/)/++$", "");
        return new OperatedPrometheus(metadata.path("namespace").asText(), metadata.path("name").asText(), path,
                spec.path("web").has("tlsConfig"));
    }
}
