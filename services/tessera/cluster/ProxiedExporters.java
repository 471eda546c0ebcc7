package tessera.cluster;

import java.io.IOException;
import java.time.Duration;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.wire.Ask;
import tessera.cluster.wire.Reply;
import tessera.metrics.scrape.Exporter;
import tessera.metrics.scrape.Exporters;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** The exporters of a cluster, reached through the API server's proxy to their pods. */
final class ProxiedExporters implements Exporters {

    private static final String UNDERSTOOD = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.9";

    private final ObjectLists.Way way;

    ProxiedExporters(ObjectLists.Way way) {
        this.way = way;
    }

    @Override
    public <T> T read(Exporter exporter, Duration patience, Page<T> page) throws Failure, InterruptedException {
        var words = "read the metrics of " + exporter.pod();
        var wire = way.wire();
        var ask = Ask.page(path(exporter), UNDERSTOOD, words).within(patience);
        try (var reply = wire.send(ask)) {
            if (!reply.ok()) {
                throw refused(reply, exporter);
            }
            return page.read(reply.body());
        } catch (IOException e) {
            throw new Failure(wire.explain(e), e);
        }
    }

    private static Failure refused(Reply reply, Exporter exporter) {
        if (reply.header("Content-Type").contains("html")) {
            return new Failure(Problem.of(Kind.GARBLED, "The exporter " + exporter.pod()
                    + " answered with a web page instead of metrics").withDetail("Status " + reply.status()));
        }
        return reply.refusal().failure();
    }

    private static String path(Exporter exporter) {
        var port = exporter.port() == 0 ? "" : ":" + exporter.port();
        return "/api/v1/namespaces/" + ApiPaths.encode(exporter.namespace()) + "/pods/"
                + ApiPaths.encode(exporter.pod()) + port + "/proxy/metrics";
    }
}
