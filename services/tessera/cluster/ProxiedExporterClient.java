package tessera.cluster;

import java.io.IOException;
import java.time.Duration;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.metrics.scrape.ExporterClient;
import tessera.metrics.scrape.ExporterPod;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** A cluster's exporters, reached through the API server's proxy to their pods. */
final class ProxiedExporterClient implements ExporterClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ProxiedExporterClient.class);
    private static final String UNDERSTOOD = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.9";

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;

    ProxiedExporterClient(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    @Override
    public <T> T readPage(ExporterPod exporter, Duration timeout, MetricsPageParser<T> page)
            throws ProblemException, InterruptedException {
        var text = MESSAGES.text("read.metrics", exporter.pod());
        var transport = transportSupplier.transport();
        var request = ApiRequest.proxiedPage(proxyPath(exporter), UNDERSTOOD, text).withTimeout(timeout);
        try (var reply = transport.send(request)) {
            if (!reply.isSuccess()) {
                throw refusal(reply, exporter);
            }
            return page.parsePage(reply.body());
        } catch (IOException e) {
            throw new ProblemException(transport.explainReadFailure(e), e);
        }
    }

    private static ProblemException refusal(ApiResponse reply, ExporterPod exporter) {
        if (reply.header("Content-Type").contains("html")) {
            return new ProblemException(OperationProblemKind.GARBLED,
                    new ClusterSessionReason.ExporterWebPage(exporter.pod(), reply.status()));
        }
        return reply.readRefusal().toFailure();
    }

    private static String proxyPath(ExporterPod exporter) {
        var port = exporter.port() == 0 ? "" : ":" + exporter.port();
        return "/api/v1/namespaces/" + ApiPathBuilder.encode(exporter.namespace()) + "/pods/"
                + ApiPathBuilder.encode(exporter.pod()) + port + "/proxy/metrics";
    }
}
