package tessera.cluster;

import java.io.IOException;
import java.time.Duration;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.metrics.scrape.ExporterClient;
import tessera.metrics.scrape.ExporterPod;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** The exporters of a cluster, reached through the API server's proxy to their pods. */
final class ProxiedExporters implements ExporterClient {

    private static final String UNDERSTOOD = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.9";

    private final ObjectLists.ServerRoute way;

    ProxiedExporters(ObjectLists.ServerRoute way) {
        this.way = way;
    }

    @Override
    public <T> T read(ExporterPod exporter, Duration patience, PageParser<T> page)
            throws Failure, InterruptedException {
        var words = "read the metrics of " + exporter.pod();
        var wire = way.wire();
        var ask = ApiRequest.page(path(exporter), UNDERSTOOD, words).within(patience);
        try (var reply = wire.send(ask)) {
            if (!reply.ok()) {
                throw refused(reply, exporter);
            }
            return page.read(reply.body());
        } catch (IOException e) {
            throw new Failure(wire.explain(e), e);
        }
    }

    private static Failure refused(ApiResponse reply, ExporterPod exporter) {
        if (reply.header("Content-Type").contains("html")) {
            return new Failure(Problem.of(ProblemKind.GARBLED, "The exporter " + exporter.pod()
                    + " answered with a web page instead of metrics").withDetail("Status " + reply.status()));
        }
        return reply.refusal().failure();
    }

    private static String path(ExporterPod exporter) {
        var port = exporter.port() == 0 ? "" : ":" + exporter.port();
        return "/api/v1/namespaces/" + ApiPaths.encode(exporter.namespace()) + "/pods/"
                + ApiPaths.encode(exporter.pod()) + port + "/proxy/metrics";
    }
}
