package tessera.cluster;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.ApiRequestReason;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What fabric8's client would make of answers that are no objects, and what this program says of them. */
class WholeAnswerTest {

    private static @Nullable Object read(KubernetesClient client) {
        return client.configMaps().inNamespace("n").withName("m").get();
    }

    private static Problem problemOf(ScriptedServer server, Function<KubernetesClient, @Nullable Object> question)
            throws Exception {
        try (var connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_WRITE)) {
            return catchThrowableOfType(ProblemException.class, () -> connection.ask("read m", question)).problem();
        }
    }

    @Test
    void aRefusalIsToldAsEverywhereElse() throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.json(403,
                """
                        {"kind":"Status","reason":"Forbidden","code":403,"message":"configmaps \\"m\\" is forbidden: User \\"ana\\" \
                        cannot get resource \\"configmaps\\" in API group \\"\\" in the namespace \\"n\\""}"""))) {
            var problem = problemOf(server, WholeAnswerTest::read);

            assertThat(problem.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problem.headline()).isEqualTo("You may not get configmaps in the namespace “n”");
        }
    }

    @Test
    void whatIsNotThereIsAProblemAndNotNothing() throws Exception {
        try (var server = ScriptedServer
                .start(exchange -> exchange.json(404, "{\"kind\":\"Status\",\"message\":\"no m\",\"code\":404}"))) {
            assertThat(problemOf(server, WholeAnswerTest::read)).isEqualTo(
                    new Problem(OperationProblemKind.NOT_FOUND, new ApiRequestReason.RequestFailed("read m"), "no m"));
        }
    }

    @Test
    void aWebPageIsToldByItsTitle() throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.send(200, Map.of("Content-Type", "text/html"),
                List.of("<html><title>Sign in</title></html>".getBytes(StandardCharsets.UTF_8))))) {
            assertThat(problemOf(server, WholeAnswerTest::read).problemText())
                    .contains("got a web page instead of the Kubernetes API").contains("Sign in");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [[[[[[", "# nothing", "[]", "", "{\"metadata\":5}", "{\"metadata\":{"})
    void whatIsNoObjectIsNotReadAsYaml(String text) throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.json(200, text))) {
            assertThat(problemOf(server, WholeAnswerTest::read)).isEqualTo(
                    Problem.of(OperationProblemKind.GARBLED, new ApiRequestReason.ResponseNotJson("read m")));
        }
    }

    @Test
    void anAnswerWithoutAnEndIsNotKept() throws Exception {
        try (var server = ScriptedServer.start(exchange -> {
            exchange.begin(200, "application/json");
            exchange.piece("{\"a\":\"");
            while (true) {
                exchange.piece("x".repeat(1 << 20));
            }
        })) {
            assertThat(problemOf(server, WholeAnswerTest::read).headline())
                    .isEqualTo("Could not read m: the response exceeds 64 MiB");
        }
    }

    @Test
    void aChangeIsNotSentTwiceBecauseTheServerWishesIt() throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.send(503,
                Map.of("Content-Type", "application/json", "Retry-After", "0"),
                List.of("{\"kind\":\"Status\",\"message\":\"busy\",\"code\":503}".getBytes(StandardCharsets.UTF_8))))) {
            var map = new ConfigMapBuilder().withNewMetadata().withName("m").withNamespace("n").endMetadata().build();

            assertThat(problemOf(server, client -> client.resource(map).create()).kind())
                    .isEqualTo(OperationProblemKind.OVERLOADED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aCredentialThatIsRefusedIsRenewedBeforeTheRefusalIsTold(@TempDir Path folder) throws Exception {
        var token = Files.writeString(folder.resolve("token"), "old");
        try (var server = ScriptedServer.start(exchange -> {
            boolean renewed = "Bearer new".equals(exchange.headers.get("authorization"));
            exchange.json(renewed ? 200 : 401, renewed ? "{\"metadata\":{\"name\":\"m\"}}" : "{}");
        });
                var connection = ClusterConnection.open(
                        Contexts.context(server.address(), "", "tokenFile: \"" + token + "\""), Contexts.terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            Files.writeString(token, "new");

            var map = connection.ask("read m", client -> client.configMaps().inNamespace("n").withName("m").get());

            assertThat(map.getMetadata().getName()).isEqualTo("m");
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void whoWaitsCanBeInterrupted() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = ScriptedServer.start(exchange -> {
            asked.countDown();
            exchange.hang();
        });
                var connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            var waiting = new FutureTask<>(() -> catchThrowableOfType(InterruptedException.class,
                    () -> connection.ask("read m", WholeAnswerTest::read)));
            var thread = Thread.ofVirtual().start(waiting);
            asked.await();

            thread.interrupt();

            assertThat(waiting.get()).isNotNull();
        }
    }
}
