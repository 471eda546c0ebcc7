package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import tessera.cluster.http.ApiRefusal;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.PrometheusQuery;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.model.Failure;

/** A Prometheus in a cluster, reached through the API server's proxy to its service. */
final class ProxiedQueries implements PrometheusEndpoint {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LARGEST_REFUSAL = 64 << 10;

    private final ObjectLists.ServerRoute way;
    private final String root;

    ProxiedQueries(ObjectLists.ServerRoute way, PrometheusCandidate place) {
        this.way = way;
        root = "/api/v1/namespaces/" + ApiPaths.encode(place.namespace()) + "/services/"
                + (place.secure() ? "https:" : "http:") + ApiPaths.encode(place.service()) + ":"
                + ApiPaths.encode(place.port()) + "/proxy" + encoded(place.path());
    }

    private static String encoded(String path) {
        return Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty())
                .map(part -> "/" + ApiPaths.encode(part)).collect(Collectors.joining());
    }

    @Override
    public <T> T send(PrometheusQuery question, ResponseReader<T> reader) throws Failure, InterruptedException {
        var wire = way.wire();
        var path = root + question.target();
        var ask = question.form() ? ApiRequest.form(path, question.encoded(), question.words())
                : ApiRequest.get(path, question.words());
        try (var reply = wire.send(ask.within(question.patience()))) {
            var type = reply.header("Content-Type");
            if (reply.status() / 100 == 2) {
                return reader.read(new PrometheusResponse(reply.status(), type, "", reply.body()));
            }
            var said = reply.body().readNBytes(LARGEST_REFUSAL);
            refuse(said, question.words());
            return reader.read(new PrometheusResponse(reply.status(), type, reply.header("Location"),
                    new ByteArrayInputStream(said)));
        } catch (IOException e) {
            throw new Failure(wire.explain(e), e);
        }
    }

    /** Tells what the API server says itself from what Prometheus says. */
    private static void refuse(byte[] said, String words) throws Failure {
        JsonNode tree;
        try {
            tree = JSON.readTree(said);
        } catch (IOException _) {
            return;
        }
        if (tree.path("kind").asText().equals("Status")) {
            throw ApiRefusal.ofEvent(tree.path("code").asInt(), tree.path("reason").asText(""),
                    tree.path("message").asText(""), words).failure();
        }
    }
}
