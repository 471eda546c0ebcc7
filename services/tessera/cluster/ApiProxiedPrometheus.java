package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiServerErrorResponse;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.PrometheusQuery;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.model.ProblemException;

/** A Prometheus in a cluster, reached through the API server's proxy to its service. */
final class ApiProxiedPrometheus implements PrometheusEndpoint {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LARGEST_REFUSAL = 64 << 10;

    private final ApiObjectReader.ApiTransportSupplier route;
    private final String root;

    ApiProxiedPrometheus(ApiObjectReader.ApiTransportSupplier route, PrometheusCandidate place) {
        this.route = route;
        root = "/api/v1/namespaces/" + ApiPathBuilder.encode(place.namespace()) + "/services/"
                + (place.secure() ? "https:" : "http:") + ApiPathBuilder.encode(place.service()) + ":"
                + ApiPathBuilder.encode(place.port()) + "/proxy" + encodePath(place.path());
    }

    private static String encodePath(String path) {
        return Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty())
                .map(part -> "/" + ApiPathBuilder.encode(part)).collect(Collectors.joining());
    }

    @Override
    public <T> T send(PrometheusQuery question, ResponseReader<T> reader)
            throws ProblemException, InterruptedException {
        var wire = route.transport();
        var path = root + question.requestTarget();
        var request = question.form()
                ? ApiRequest.proxiedForm(path, question.encodedParameters(), question.description())
                : ApiRequest.get(path, question.description());
        try (var reply = wire.send(request.withTimeout(question.timeout()))) {
            var type = reply.header("Content-Type");
            if (reply.status() / 100 == 2) {
                return reader.readResponse(new PrometheusResponse(reply.status(), type, "", reply.body()));
            }
            var said = reply.body().readNBytes(LARGEST_REFUSAL);
            failOnStatus(said, question.description());
            return reader.readResponse(new PrometheusResponse(reply.status(), type, reply.header("Location"),
                    new ByteArrayInputStream(said)));
        } catch (IOException e) {
            throw new ProblemException(wire.explainReadFailure(e), e);
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
