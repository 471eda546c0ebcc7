package tessera.cluster;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of questions under way when a connection is given up, because no sign of life came on it. */
class CutConnectionTest {

    private static final ApiRequest VERSION = ApiRequest.get("/version", "ask for the version");

    private static ClusterConnection connect(ScriptedServer server, SessionAccessMode mode) throws Exception {
        return ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(), () -> mode);
    }

    @Test
    void whoReadsWhileAConnectionIsGivenUpStillGetsTheAnswer() throws Exception {
        var arrived = new CountDownLatch(1);
        var asked = new AtomicInteger();
        try (var server = ScriptedServer.start(exchange -> {
            if (asked.incrementAndGet() == 1) {
                arrived.countDown();
                exchange.hang();
            } else {
                exchange.json(200, "{\"gitVersion\":\"v1.35.0\"}");
            }
        });
                var connection = connect(server, SessionAccessMode.READ_ONLY);
                var background = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = background.submit(() -> connection.readText(VERSION));
            assertThat(arrived.await(3, TimeUnit.MINUTES)).isTrue();
            connection.dropConnections();

            assertThat(answer.get(3, TimeUnit.MINUTES)).contains("v1.35.0");
            assertThat(asked).hasValue(2);
        }
    }

    @Test
    void whatIsWrittenWhileAConnectionIsGivenUpIsNotWrittenTwice() throws Exception {
        var arrived = new CountDownLatch(1);
        try (var server = ScriptedServer.start(exchange -> {
            arrived.countDown();
            exchange.hang();
        });
                var connection = connect(server, SessionAccessMode.READ_WRITE);
                var background = Executors.newVirtualThreadPerTaskExecutor()) {
            var answer = background.submit(() -> connection.readText(ApiRequest.writeRequest("POST",
                    "/api/v1/namespaces", "{}", "application/json", "make a namespace")));
            assertThat(arrived.await(3, TimeUnit.MINUTES)).isTrue();
            connection.dropConnections();

            assertThatThrownBy(() -> answer.get(3, TimeUnit.MINUTES)).cause()
                    .hasMessageContaining("Closed the idle connection");
            assertThat(server.requests()).hasSize(1);
        }
    }
}
