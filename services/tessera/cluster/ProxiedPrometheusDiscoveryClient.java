package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiServerErrorResponse;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A cluster's Services behind which a Prometheus may be, reached through the API server's proxy. */
final class ProxiedPrometheusDiscoveryClient implements PrometheusDiscoveryClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ProxiedPrometheusDiscoveryClient.class);
    private static final String OPERATED = "/apis/monitoring.coreos.com/v1/prometheuses?limit=500";

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;

    ProxiedPrometheusDiscoveryClient(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public List<ServiceFacts> services(String namespace) throws ProblemException, InterruptedException {
        var where = OptionalText.prefixed("/namespaces/", ApiPathBuilder.encode(namespace));
        return objects.listAll("/api/v1" + where + "/services?limit=500", MESSAGES.text("list.services")).stream()
                .map(ProxiedPrometheusDiscoveryClient::readService).toList();
    }

    @Override
    public List<OperatorManagedPrometheus> operatorInstances() throws ProblemException, InterruptedException {
        try {
            return objects.listAll(OPERATED, MESSAGES.text("list.prometheus")).stream()
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

    /** A Prometheus in a cluster, reached through the API server's proxy to its service. */
    private static final class ApiProxiedPrometheus implements PrometheusConnection {

        private static final JsonMapper JSON = new JsonMapper();
        private static final int LARGEST_REFUSAL = 64 << 10;

        private final ApiObjectReader.ApiTransportSupplier transportSupplier;
        private final String root;

        ApiProxiedPrometheus(ApiObjectReader.ApiTransportSupplier transportSupplier, PrometheusCandidate candidate) {
            this.transportSupplier = transportSupplier;
            root = "/api/v1/namespaces/" + ApiPathBuilder.encode(candidate.namespace()) + "/services/"
                    + (candidate.secure() ? "https:" : "http:") + ApiPathBuilder.encode(candidate.service()) + ":"
                    + ApiPathBuilder.encode(candidate.port()) + "/proxy" + encodePath(candidate.path());
        }

        private static String encodePath(String path) {
            return Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty())
                    .map(part -> "/" + ApiPathBuilder.encode(part)).collect(Collectors.joining());
        }

        @Override
        public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
                throws ProblemException, InterruptedException {
            var transport = transportSupplier.transport();
            var path = root + prometheusQuery.requestTarget();
            var request = prometheusQuery.formEncoded()
                    ? ApiRequest.proxiedForm(path, prometheusQuery.encodedParameters(), prometheusQuery.description())
                    : ApiRequest.get(path, prometheusQuery.description());
            try (var reply = transport.send(request.withTimeout(prometheusQuery.timeout()))) {
                var type = reply.header("Content-Type");
                if (reply.status() / 100 == 2) {
                    return reader.readResponse(new PrometheusResponse(reply.status(), type, "", reply.body()));
                }
                var said = reply
                        .withoutLogin(new String(reply.body().readNBytes(LARGEST_REFUSAL), StandardCharsets.UTF_8))
                        .getBytes(StandardCharsets.UTF_8);
                failOnStatus(said, prometheusQuery.description());
                return reader.readResponse(new PrometheusResponse(reply.status(), type, reply.header("Location"),
                        new ByteArrayInputStream(said)));
            } catch (IOException e) {
                throw new ProblemException(transport.explainReadFailure(e), e);
            }
        }

        /** Fails where the answer is a {@code Status} of the API server and not Prometheus's own. */
        private static void failOnStatus(byte[] said, String text) throws ProblemException {
            JsonNode tree;
            try {
                tree = JSON.readTree(said);
            } catch (IOException _) {
                return;
            }
            if (tree.path("kind").asText().equals("Status")) {
                throw ApiServerErrorResponse.fromWatchEvent(tree.path("code").asInt(), tree.path("reason").asText(""),
                        tree.path("message").asText(""), text).toFailure();
            }
        }
    }
}
