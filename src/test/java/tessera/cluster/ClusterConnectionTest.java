package tessera.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.Nobody;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.fixture.TestCertificates.Issued;
import tessera.cluster.fixture.TestCertificates.Period;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.api.contract.MovableClock;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ClusterConnectionTest {

    private static final ApiRequest VERSION = ApiRequest.get("/version", "ask for the version");
    private static final ScriptedServer.Script ANSWERING = exchange -> exchange.json(200, "{\"major\":\"1\"}");

    private static ConnectionSharedDependencies terms() {
        return Contexts.terms();
    }

    private static String ask(String server, String cluster, String user) throws Exception {
        try (var connection = ClusterConnection.open(Contexts.context(server, cluster, user), terms(),
                () -> SessionAccessMode.READ_ONLY)) {
            return connection.readText(VERSION);
        }
    }

    @ParameterizedTest
    @CsvSource({"token: abc", "tokenFile: /no/such", "'username: me, password: pw'",
        "'exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-plugin}'"})
    void noLoginLeavesThisMachineWithoutTls(String user) throws Exception {
        for (var server : List.of("http://cluster.example", "http://192.0.2.7:8080", "HTTP://127.0.0.1.example",
                "http://[2001:db8::1]:80", "http://localhost.example")) {
            assertThat(failing(server, "", user).headline()).as(server).contains("send the credentials for")
                    .contains("without TLS");
        }
    }

    @Test
    void aLoginLeavesWithoutTlsWhereThatIsAllowedAndNobodyInParticularDoesAnyway() throws Exception {
        var context = Contexts.context("http://cluster.example", "", "token: abc");
        var sharedServices = terms();
        var allowed = new ConnectionSharedDependencies(sharedServices.environment().allowingPlainHttp(),
                sharedServices.plugins(), sharedServices.issuers(), sharedServices.clock(), sharedServices.userAgent());
        ClusterConnection.open(context, allowed, () -> SessionAccessMode.READ_ONLY).close();
        ClusterConnection.open(Contexts.context("http://cluster.example", "", ""), sharedServices,
                () -> SessionAccessMode.READ_ONLY).close();
        ClusterConnection.open(Contexts.context("http://[::1]:80", "", "token: abc"), sharedServices,
                () -> SessionAccessMode.READ_ONLY).close();
    }

    private static Problem failing(String server, String cluster, String user) {
        return catchThrowableOfType(ProblemException.class, () -> ask(server, cluster, user)).problem();
    }

    private static String authority(TestCertificates certificates) throws Exception {
        return "certificate-authority-data: " + base64(certificates.authorityPem());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static ScriptedServer secure(TestCertificates certificates, Issued issued) throws Exception {
        return ScriptedServer.startTls(certificates.serverContext(issued), true, ANSWERING);
    }

    @Test
    void aRequestCarriesWhoAsksAndForWhom() throws Exception {
        try (var server = ScriptedServer.start(ANSWERING)) {
            ask(server.address() + "/k8s/clusters/c-1/", "",
                    "token: abc, as: ghost, as-uid: '7', as-groups: [a, b], as-user-extra: {'x/y': [z]}");

            var request = server.exchanges().getFirst();
            assertThat(request.target).isEqualTo("/k8s/clusters/c-1/version");
            assertThat(request.headerLines).contains("Authorization: Bearer abc", "User-Agent: tessera/test",
                    "Impersonate-User: ghost", "Impersonate-Uid: 7", "Impersonate-Group: a", "Impersonate-Group: b",
                    "Impersonate-Extra-x%2Fy: z", "Accept: application/json");
        }
    }

    @Test
    void aServerWhoseAuthorityTheKubeconfigNamesIsTrustedAndAClientCertificateIsPresented() throws Exception {
        var certificates = new TestCertificates("Test CA");
        var me = certificates.issue("me", List.of(), Period.NOW);
        try (var server = secure(certificates, certificates.issue("api", List.of("127.0.0.1"), Period.NOW))) {
            ask(server.address(), authority(certificates), "client-certificate-data: " + base64(me.certificatePem())
                    + ", client-key-data: " + base64(me.keyPem()));

            assertThat(server.exchanges().getFirst().clientCertificates()).containsExactly(me.certificate());
        }
    }

    @Test
    void signsOfLifeTakeTheConnectionThatIsThere() throws Exception {
        try (var server = ScriptedServer.start(ANSWERING);
                var connection = ClusterConnection.open(Contexts.context(server.address()), terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            for (int sign = 0; sign < 4; sign++) {
                new ClusterConnectionProber(connection).probe(Duration.ofSeconds(30));
            }

            assertThat(server.requests()).hasSize(4);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void anUnknownAuthorityIsTold() throws Exception {
        var theirs = new TestCertificates("Their CA");
        try (var server = secure(theirs, theirs.issue("api", List.of("127.0.0.1"), Period.NOW))) {
            var problem = failing(server.address(), authority(new TestCertificates("Our CA")), "");

            assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(problem.headline()).contains("CN=api").contains("is not trusted");
            assertThat(problem.headline()).contains("CN=Their CA");
            assertThat(failing(server.address(), "", "").kind()).as("nor does this machine")
                    .isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(ask(server.address(), "insecure-skip-tls-verify: true", "")).contains("major");
        }
    }

    @Test
    void aCertificateThatHasExpiredOrIsNotValidYetIsTold() throws Exception {
        var certificates = new TestCertificates("CA");
        try (var server = secure(certificates, certificates.issue("old", List.of("127.0.0.1"), Period.PAST));
                var future = secure(certificates, certificates.issue("new", List.of("127.0.0.1"), Period.FUTURE))) {
            var expired = failing(server.address(), authority(certificates), "");
            var early = failing(future.address(), authority(certificates), "");

            assertThat(expired.headline()).contains("CN=old").contains("expired on 2021-01-01");
            assertThat(early.headline()).contains("is not valid before ");
            assertThat(early.remedy()).contains("clock");
        }
    }

    @Test
    void aCertificateForAnotherNameIsToldUnlessTheKubeconfigExpectsIt() throws Exception {
        var certificates = new TestCertificates("CA");
        try (var server = secure(certificates, certificates.issue("api", List.of("api.internal"), Period.NOW))) {
            var problem = failing(server.address(), authority(certificates), "");
            assertThat(problem.headline()).contains("is for another name");
            assertThat(problem.headline()).contains("api.internal");

            ask(server.address(), authority(certificates) + ", tls-server-name: api.internal", "");
            assertThat(server.exchanges().getLast().serverName()).isEqualTo("api.internal");

            assertThat(failing(server.address(), authority(certificates) + ", tls-server-name: other.internal", "")
                    .headline()).contains("is for another name");
        }
    }

    @Test
    void aServerThatDoesNotSpeakTlsAndOneThatSpeaksNothingElseAreTold() throws Exception {
        try (var plain = ScriptedServer.start(
                exchange -> exchange.text(400, "text/plain", "Client sent an HTTP request to an HTTPS server.\n"));
                var silent = ScriptedServer.start(exchange -> exchange.raw("nonsense\r\n".getBytes(UTF_8)))) {
            assertThat(failing(plain.address(), "", "").headline()).isEqualTo("The server accepts only HTTPS");
            assertThat(failing(silent.address(), "", "").kind()).isEqualTo(OperationProblemKind.UNREACHABLE);
        }
    }

    @Test
    void aServerThatAnswersTlsInTheClearIsTold() throws Exception {
        try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var socket = listener.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                    socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // The client has seen enough.
                }
            });
            var problem = failing("https://127.0.0.1:" + listener.getLocalPort(), "", "");

            assertThat(problem.headline()).contains("does not speak TLS");
            assertThat(problem.remedy()).contains("begin the URL with http://.");
        }
    }

    @Test
    void aServerThatIsNotThereIsTold() throws Exception {
        try (var nobody = new Nobody(0)) {
            assertThat(failing("http://127.0.0.1:" + nobody.port(), "", "").headline())
                    .isEqualTo("Cannot reach 127.0.0.1:" + nobody.port());
        }
        assertThat(failing("https://no-such-host.invalid", "", "").headline()).contains("Cannot resolve the name");
        assertThat(failing("https://", "", "").kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(failing("http://127.0.0.1:99999", "", "").headline()).contains("is not a valid URL");
    }

    @Test
    void aServerThatIsSilentIsGivenUp() throws Exception {
        try (var server = ScriptedServer.start(ScriptedServer.Exchange::hang);
                var connection = ClusterConnection.open(Contexts.context(server.address()), terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            var problemException = catchThrowableOfType(ProblemException.class,
                    () -> connection.send(VERSION.withTimeout(Duration.ofMillis(200))));

            assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.TIMEOUT);
        }
    }

    @Test
    void aThreadThatWaitsCanBeInterrupted() throws Exception {
        try (var server = ScriptedServer.start(ScriptedServer.Exchange::hang);
                var connection = ClusterConnection.open(Contexts.context(server.address()), terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            var ended = new java.util.concurrent.CompletableFuture<@Nullable Throwable>();
            var waiting = Thread.ofVirtual().start(() -> {
                try {
                    connection.send(VERSION);
                    ended.complete(null);
                } catch (ProblemException | InterruptedException e) {
                    ended.complete(e);
                }
            });
            while (server.requests().isEmpty()) {
                Thread.onSpinWait();
            }
            waiting.interrupt();

            assertThat(ended.get(10, java.util.concurrent.TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            401 | Unauthorized | UNAUTHENTICATED | rejected the credential
            404 | nodes "x" not found | NOT_FOUND | Could not ask for the version
            409 | Operation cannot be fulfilled | CONFLICT | Could not ask for the version
            410 | too old | CONFLICT | Could not ask for the version
            422 | Pod "x" is invalid | INVALID | The cluster refused to ask for the version
            429 | Too many requests, please try again later. | OVERLOADED | status 429
            500 | etcdserver: leader changed | OVERLOADED | status 500
            503 | the server is currently unable to handle the request | OVERLOADED | status 503
            504 | Timeout: request did not complete | TIMEOUT | Could not ask for the version
            """)
    void aRefusalIsToldInTheServersOwnWords(int status, String message, OperationProblemKind kind, String headline)
            throws Exception {
        var json = "{\"kind\":\"Status\",\"message\":\"%s\",\"code\":%d}".formatted(message.replace("\"", "\\\""),
                status);
        try (var server = ScriptedServer.start(exchange -> exchange.json(status, json))) {
            var problem = failing(server.address(), "", "");

            assertThat(problem.kind()).isEqualTo(kind);
            assertThat(problem.headline()).contains(headline);
            assertThat(problem.detail()).isEqualTo(message);
        }
    }

    @Test
    void theReasonOfARefusalIsNotBuriedUnderAnObjectThatItQuotes() throws Exception {
        var message = JsonNodeFactory.instance
                .textNode("\"\" is invalid: patch: Invalid value: \"%s\": ".formatted("{\\\"spec\\\":{}} ".repeat(1000))
                        + "cannot unmarshal string");
        try (var server = ScriptedServer
                .start(exchange -> exchange.json(422, "{\"kind\":\"Status\",\"message\":" + message + "}"))) {
            assertThat(failing(server.address(), "", "").detail())
                    .isEqualTo("\"\" is invalid: patch: Invalid value: \"…\": cannot unmarshal string");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "pods 'x' is forbidden: exceeded quota: team, requested: requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=3|ResourceQuota team exceeded: could not",
        "pods 'x' is forbidden: violates PodSecurity 'restricted:latest': privileged|Admission denied: could not"})
    void whatIsRefusedForAnotherReasonIsNotToldAsALackingRight(String message, String headline) throws Exception {
        try (var server = ScriptedServer
                .start(exchange -> exchange.json(403, "{\"kind\":\"Status\",\"message\":\"" + message + "\"}"))) {
            var problem = failing(server.address(), "", "");

            assertThat(problem.headline()).startsWith(headline);
            assertThat(problem.detail()).isEqualTo(message);
        }
    }

    @ParameterizedTest
    @CsvSource({"version,paths version are not served,paths version are not served",
        "s3cret,s3cret was refused,(hidden) was refused", "version,Bearer version was refused,(hidden) was refused",
        "a-long-token-s3cret,a-long-token-s3cret was refused,(hidden) was refused"})
    void aLoginIsHiddenAndWhatTheRequestNamesIsNot(String token, String message, String detail) throws Exception {
        try (var server = ScriptedServer
                .start(exchange -> exchange.json(404, "{\"kind\":\"Status\",\"message\":\"" + message + "\"}"))) {
            assertThat(failing(server.address(), "", "token: " + token).detail()).isEqualTo(detail);
        }
    }

    @Test
    void aDenialNamesWhatIsNotAllowedAndWhere() throws Exception {
        var message = "pods is forbidden: User \\\"ann\\\" cannot list resource \\\"pods\\\" in API group \\\"\\\" "
                + "in the namespace \\\"team\\\"";
        try (var server = ScriptedServer
                .start(exchange -> exchange.json(403, "{\"kind\":\"Status\",\"message\":\"" + message + "\"}"))) {
            var problem = failing(server.address(), "", "");

            assertThat(problem.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problem.headline()).isEqualTo("You may not list pods in the namespace “team”");
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "302", "403", "502"})
    void aWebPageInsteadOfTheClusterIsRecognised(int status) throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.send(status,
                Map.of("Content-Type", "text/html", "Location", "https://sso.example/login?secret=1"),
                "<!DOCTYPE html><html><head><title>Sign in</title></head></html>".getBytes(UTF_8)))) {
            var problem = failing(server.address(), "", "");

            assertThat(problem.headline()).contains("got a web page instead of the Kubernetes API");
            assertThat(problem.headline()).contains("“Sign in”").contains("https://sso.example/login")
                    .doesNotContain("secret");
            assertThat(server.requests()).as("redirects are not followed").hasSize(1);
        }
    }

    @Test
    void aRefusedTokenIsRenewedOnceAndTheRequestSentAgain(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("token"), "old");
        try (var server = ScriptedServer.start(exchange -> exchange
                .json("Bearer new".equals(exchange.headers.get("authorization")) ? 200 : 401, "{}"));
                var connection = ClusterConnection.open(Contexts.context(server.address(), "", "tokenFile: " + file),
                        terms(), () -> SessionAccessMode.READ_ONLY)) {
            var refused = catchThrowableOfType(ProblemException.class, () -> connection.readText(VERSION));
            assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
            assertThat(server.requests()).as("the file had nothing new").hasSize(1);

            Files.writeString(file, "new");
            assertThat(connection.readText(VERSION)).isEqualTo("{}");
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void requestsGoThroughTheProxyOfTheKubeconfig() throws Exception {
        try (var proxy = ScriptedServer.start(exchange -> {
            if (exchange.headers.containsKey("proxy-authorization")) {
                exchange.json(200, "{}");
            } else {
                exchange.send(407, Map.of("Proxy-Authenticate", "Basic realm=\"x\""), new byte[0]);
            }
        })) {
            var url = proxy.address().replace("://", "://me:pass@");
            ask("http://cluster.invalid", "proxy-url: '" + url + "'", "");

            assertThat(proxy.exchanges().getLast().target).isEqualTo("http://cluster.invalid/version");
            assertThat(proxy.exchanges().getLast().headers).containsEntry("proxy-authorization", "Basic bWU6cGFzcw==");
            assertThat(failing("https://cluster.invalid", "proxy-url: " + proxy.address(), "").problemText())
                    .contains("proxy").doesNotContain("pass");
        }
    }

    @Test
    void answersMayBeCompressedUnlessTheKubeconfigForbidsIt() throws Exception {
        try (var server = ScriptedServer.start(exchange -> {
            if (exchange.headers.getOrDefault("accept-encoding", "").contains("gzip")) {
                var bytes = new java.io.ByteArrayOutputStream();
                try (var gzip = new GZIPOutputStream(bytes)) {
                    gzip.write("{\"zipped\":true}".getBytes(UTF_8));
                }
                exchange.send(200, Map.of("Content-Encoding", "gzip", "Content-Type", "application/json"),
                        bytes.toByteArray());
            } else {
                exchange.json(200, "{}");
            }
        })) {
            assertThat(ask(server.address(), "", "")).isEqualTo("{\"zipped\":true}");
            assertThat(ask(server.address(), "disable-compression: true", "")).isEqualTo("{}");
        }
    }

    @Test
    void theServersClockIsComparedWithThisMachines() throws Exception {
        var ahead = Duration.ofMinutes(7);
        try (var server = ScriptedServer.start(exchange -> exchange.at(Instant.now().plus(ahead)).json(200, "{}"));
                var connection = ClusterConnection.open(Contexts.context(server.address()), terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            assertThat(connection.clockSkew()).isZero();
            for (int i = 0; i < 5; i++) {
                connection.readText(VERSION);
            }

            assertThat(connection.clockSkew()).isBetween(ahead.minusSeconds(2), ahead.plusSeconds(2));
        }
    }

    @Test
    void clocksThatAgreeDoNotDiffer() throws Exception {
        try (var server = ScriptedServer.start(ANSWERING);
                var connection = ClusterConnection.open(Contexts.context(server.address()),
                        Contexts.terms(Map.of(), Clock.systemUTC()), () -> SessionAccessMode.READ_ONLY)) {
            for (int i = 0; i < 9; i++) {
                connection.readText(VERSION);
            }

            assertThat(connection.clockSkew()).isZero();
        }
    }

    @Test
    void aSlowAnswerIsNotTakenForAWrongClock() throws Exception {
        var begun = Instant.parse("2026-06-01T12:00:00Z");
        var clock = new MovableClock(begun);
        try (var server = ScriptedServer.start(exchange -> {
            clock.set(begun.plusSeconds(60));
            exchange.at(begun).json(200, "{}");
        });
                var connection = ClusterConnection.open(Contexts.context(server.address()),
                        Contexts.terms(Map.of(), clock), () -> SessionAccessMode.READ_ONLY)) {
            connection.readText(VERSION);

            assertThat(connection.clockSkew()).isZero();
        }
    }

    @Test
    void anAnswerThatIsCutIsToldApartFromOneThatNeverCame() throws Exception {
        try (var server = ScriptedServer.start(exchange -> {
            exchange.begin(200, "application/json");
            exchange.piece("{\"a\":");
            exchange.cut();
        })) {
            assertThat(failing(server.address(), "", "").headline()).contains("Lost the connection");
        }
    }

    @Test
    void aContextThatCannotWorkContactsNobody() throws IOException {
        try (var server = ScriptedServer.start(ANSWERING)) {
            assertThat(failing(server.address(), "certificate-authority: /nowhere/ca.pem", "").headline())
                    .isEqualTo("The file /nowhere/ca.pem does not exist");
            assertThat(failing(server.address(), "", "client-certificate-data: eA==").kind())
                    .isEqualTo(OperationProblemKind.CONFIGURATION);
            assertThat(server.requests()).isEmpty();
        }
    }
}
