package tessera.metrics.prometheus;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.model.Problem;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A client and a server that answers what a test scripts. */
public final class Asking implements AutoCloseable {

    static final ProcessEnvironment ALONE = new ProcessEnvironment(Map.of(), Path.of("/"), Path.of("/"), null);
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    public final ScriptedServer server;
    public final PrometheusClient client;
    private final ConfiguredPrometheusClient way;

    /** A question. */
    @FunctionalInterface
    interface Question<T> {
        T ask(PrometheusClient client) throws ProblemException, InterruptedException;
    }

    public Asking(Duration timeout) throws IOException, ProblemException {
        server = ScriptedServer.start(exchange -> exchange.text(404, "text/plain", "404 page not found"));
        way = ConfiguredPrometheusClient.open(ConfiguredPrometheusAccess.of(server.address()), ALONE);
        client = new PrometheusClient(way, timeout);
    }

    /** What a query for one moment gives. */
    static final Question<Object> INSTANT = client -> client.queryInstant("up", null);

    public void answers(int status, String type, String body) {
        server.script(exchange -> exchange.text(status, type, body));
    }

    public void answers(String json) {
        answers(200, "application/json", json);
    }

    /** A success with some data. */
    public void gives(String data) {
        answers("{\"status\":\"success\",\"data\":" + data + "}");
    }

    Problem failing(Question<?> question) {
        return catchThrowableOfType(ProblemException.class, () -> question.ask(client)).problem();
    }

    @Override
    public void close() throws IOException {
        way.close();
        server.close();
    }
}
