package tessera.cluster.credential;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class ClusterCredentialCacheTest {

    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Instant now = Instant.parse("2026-11-21T06:00:00Z");
    private Map<String, String> variables = Map.of("PATH", "/usr/bin:/bin");
    private Duration timeout = PATIENCE;

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    private ClusterCredentialCache user(String user) throws Exception {
        return user(user, "server: https://cluster.example");
    }

    private ClusterCredentialCache user(String user, String cluster) throws Exception {
        var file = Files.writeString(folder.resolve("config"), """
                contexts: [{name: x, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {%s}}]
                users: [{name: u, user: {%s}}]
                """.formatted(cluster, user));
        Contexts.preferences(folder);
        var environment = new ProcessEnvironment(variables, folder, folder, file);
        var runner = new CredentialPluginRunner(environment,
                new LoginShellPathReader(environment, Duration.ofSeconds(5)),
                new AllowedCredentialPlugins(folder.resolve("allowed")), timeout);
        return ClusterCredentialCache.of(Kubeconfig.load(environment).contexts().getFirst(), runner,
                new OidcIssuerClient(environment, PATIENCE), clock);
    }

    private Path script(String name, String text) throws Exception {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private static String exec(String more) {
        return "exec: {apiVersion: " + V1 + ", " + more + "}";
    }

    /** A plugin that counts its runs and prints a token with the count in it. */
    private void countingPlugin(String expires) throws Exception {
        script("plugin",
                """
                        cd "$(dirname "$0")"
                        echo x >> runs
                        printf '{"kind":"ExecCredential","apiVersion":"%s","status":{"token":"token-%%s","expirationTimestamp":"%s"}}' $(wc -l < runs)
                        """
                        .formatted(V1, expires));
    }

    private int runs() throws Exception {
        return Files.readAllLines(folder.resolve("runs")).size();
    }

    private static String authorization(RequestCredentials requestCredentials) {
        return requireNonNull(requestCredentials.authorization()).reveal();
    }

    private static ProblemException failure(ClusterCredentialCache credentials) {
        return catchThrowableOfType(ProblemException.class, credentials::login);
    }

    @Test
    void aTokenAPasswordAndNothingAreSentAsTheyAre() throws Exception {
        assertThat(authorization(user("token: abc").login())).isEqualTo("Bearer abc");
        assertThat(authorization(user("username: me, password: 'p:w'").login()))
                .isEqualTo("Basic " + Base64.getEncoder().encodeToString("me:p:w".getBytes(UTF_8)));
        assertThat(user("").login()).isEqualTo(RequestCredentials.NONE);
        assertThat(user("token: abc").renew(user("token: abc").login())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"tokenFile: FILE", "'client-certificate: FILE, client-key: FILE'",
        "'client-certificate-data: eA==, client-key: FILE'"})
    @Timeout(20)
    void pipesAndDevicesAreNoTokensAndNoCertificates(String user) throws Exception {
        var pipe = folder.resolve("pipe");
        assumeTrue(Files.exists(Path.of("/dev/zero")), "a system with devices");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        for (var file : List.of(pipe, Path.of("/dev/zero"), Files.createSymbolicLink(folder.resolve("link"), pipe))) {
            var problemException = catchThrowableOfType(ProblemException.class,
                    () -> user(user.replace("FILE", file.toString())).login());
            assertThat(problemException.problem().detail()).as(file.toString()).contains("not a regular file");
        }
    }

    /** Its size is 0, as that of all of its kind, whatever can be read of it. */
    @Test
    void aFileWhoseSizeSaysNothingIsReadNoFurtherThanATokenMayBe() throws Exception {
        var endless = Path.of("/proc/self/environ");
        assumeTrue(Files.isReadable(endless) && Files.size(endless) == 0, "a system with a file that has no size");
        assertThat(failure(user("tokenFile: " + endless)).problem().headline()).contains("contains no token");
        assertThatThrownBy(() -> SizeLimitedFileReader.read(endless, 20))
                .isInstanceOf(SizeLimitedFileReader.FileTooLargeException.class);
    }

    @Test
    void whatAliasesStandForIsNotGivenToAPluginAndDoesNotConcernOthers() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");
        var bomb = "server: https://c, extensions: [{name: client.authentication.k8s.io/exec, extension: ["
                + "&a [x, x, x, x, x, x, x, x, x, x], &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a],"
                + " &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b], &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]]}]";
        assertThat(authorization(user(exec("command: ./plugin"), bomb).login())).isEqualTo("Bearer token-1");
        assertThat(failure(user(exec("command: ./plugin, provideClusterInfo: true"), bomb)).problem().problemText())
                .contains("expand without limit");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void aTokenFileIsReadAgainAfterAMinuteAndWhenItsTokenIsRefused() throws Exception {
        var file = Files.writeString(folder.resolve("token"), "first\n");
        var credentials = user("tokenFile: token, token: spare");
        var first = credentials.login();
        Files.writeString(file, "second");

        assertThat(authorization(credentials.login())).isEqualTo("Bearer first");
        now = now.plusSeconds(61);
        assertThat(authorization(credentials.login())).isEqualTo("Bearer second");

        Files.writeString(file, "third");
        assertThat(credentials.renew(credentials.login())).isTrue();
        assertThat(authorization(credentials.login())).isEqualTo("Bearer third");
        assertThat(credentials.renew(first)).as("somebody else renewed it").isTrue();
        assertThat(credentials.renew(credentials.login())).as("the file has not changed").isFalse();

        Files.delete(file);
        now = now.plusSeconds(61);
        assertThat(authorization(credentials.login())).as("the token beside it").isEqualTo("Bearer spare");
    }

    @Test
    void aPluginRunsOnceUntilItsTokenEnds() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");
        var credentials = user(exec("command: ./plugin"));

        assertThat(authorization(credentials.login())).isEqualTo("Bearer token-1");
        now = now.plusSeconds(3_590);
        assertThat(authorization(credentials.login())).isEqualTo("Bearer token-1");
        now = now.plusSeconds(6);
        assertThat(authorization(credentials.login())).isEqualTo("Bearer token-2");
    }

    @Test
    void aPluginWhoseClockIsWrongIsNotRunForEveryRequest() throws Exception {
        countingPlugin("2020-01-01T00:00:00Z");
        var credentials = user(exec("command: ./plugin"));
        for (int i = 0; i < 5; i++) {
            credentials.login();
        }

        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void aRefusedTokenMakesThePluginRunAgain() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");
        var credentials = user(exec("command: ./plugin"));
        var first = credentials.login();

        assertThat(credentials.renew(first)).isTrue();
        assertThat(credentials.renew(first)).as("it was renewed already").isTrue();
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void manyRequestsAtOnceRunThePluginOnce() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");
        var credentials = user(exec("command: ./plugin"));
        Callable<RequestCredentials> request = credentials::login;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var login : threads.invokeAll(Collections.nCopies(20, request))) {
                assertThat(authorization(login.get())).isEqualTo("Bearer token-1");
            }
        }
    }

    @Test
    void aPluginGetsItsArgumentsItsVariablesAndTheCluster() throws Exception {
        script("plugin",
                """
                        printf '%s' "$KUBERNETES_EXEC_INFO" > "$OUT"
                        printf '%s|' "$@" > "$OUT.args"
                        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"t"}}'
                        """);
        var authority = Base64.getEncoder().encodeToString("certificate".getBytes(UTF_8));
        user("""
                exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./plugin, args: [get, "a b"], \
                env: [{name: OUT, value: %s}], provideClusterInfo: true}""".formatted(folder.resolve("info")),
                "server: https://cluster.example, tls-server-name: other, certificate-authority-data: " + authority
                        + ", extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]")
                .login();

        assertThat(folder.resolve("info.args")).hasContent("get|a b|");
        assertThat(folder.resolve("info")).hasContent("""
                {"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1",\
                "spec":{"interactive":false,"cluster":{"server":"https://cluster.example","tls-server-name":"other",\
                "certificate-authority-data":"%s","config":{"audience":"a"}}}}""".formatted(authority));
    }

    @Test
    void theArgumentsOfAPluginAreReadByNoShellAndItsWarningsAreNoAnswer() throws Exception {
        script("plugin", """
                printf '%s|' "$@" > "$OUT"
                echo 'a newer release is out' >&2
                printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t"}}'
                """);
        var script = "a;touch '" + folder.resolve("mark") + "'";
        var credentials = user(exec("command: ./plugin, args: [\"%s\", \"$(%s)\"], env: [{name: OUT, value: %s}]"
                .formatted(script, script, folder.resolve("args"))));

        assertThat(authorization(credentials.login())).isEqualTo("Bearer t");
        assertThat(folder.resolve("args")).hasContent(script + "|$(" + script + ")|");
        assertThat(folder.resolve("mark")).doesNotExist();
    }

    @Test
    void aPluginIsNotRunForWhoeverHasATokenOrAPassword() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");

        assertThat(authorization(user("token: mine, " + exec("command: ./plugin")).login())).isEqualTo("Bearer mine");
        assertThat(authorization(user("username: me, password: p, " + exec("command: ./plugin")).login()))
                .startsWith("Basic ");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aPluginMayHandOutAClientCertificate() throws Exception {
        var issued = new TestCertificates("ca").issue("me", List.of(), TestCertificates.Period.NOW);
        Files.writeString(folder.resolve("cert"), issued.certificatePem().replace("\n", "\\n").replace("\r", ""));
        Files.writeString(folder.resolve("key"), issued.keyPem().replace("\n", "\\n").replace("\r", ""));
        script("plugin", """
                cd "$(dirname "$0")"
                echo '{"kind":"ExecCredential","apiVersion":"%s","status":{"clientCertificateData":"'"$(cat cert)"'",\
                "clientKeyData":"'"$(cat key)"'"}}'
                """.formatted(V1).replace("echo", "printf '%s'"));

        var requestCredentials = user(exec("command: ./plugin")).login();

        assertThat(requireNonNull(requestCredentials.identity()).leafCertificate()).isEqualTo(issued.certificate());
        assertThat(requestCredentials.authorization()).isNull();
        assertThat(requestCredentials.toString()).doesNotContain("BEGIN");
    }

    @Test
    void aPluginThatIsNotOnThePathIsLookedForOnTheLoginShellsPath() throws Exception {
        countingPlugin("2026-11-21T07:00:00Z");
        Files.createDirectories(folder.resolve("far"));
        Files.move(folder.resolve("plugin"), folder.resolve("far/plugin"));
        var shell = script("shell", "echo noise; echo '" + folder.resolve("far") + "' > \"$0.asked\"; PATH="
                + folder.resolve("far") + ":/bin; [ \"$1\" = -lc ] && eval \"$2\"");
        variables = Map.of("PATH", "/usr/bin:/bin", "SHELL", shell.toString());

        assertThat(authorization(user(exec("command: plugin")).login())).isEqualTo("Bearer token-1");
    }

    @Test
    void aMissingPluginIsToldWithItsHintAndWhereItWasLookedFor() throws Exception {
        var shell = script("shell", "PATH=/login/path; eval \"$2\"");
        variables = Map.of("PATH", "/inherited/path", "SHELL", shell.toString());

        var problem = failure(user(exec("command: no-such-plugin, installHint: Get it from the shelf."))).problem();

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(problem.headline()).isEqualTo("The credential plugin “no-such-plugin” was not found");
        assertThat(problem.detail()).contains("/inherited/path").contains("/login/path");
        assertThat(problem.remedy()).isEqualTo("Get it from the shelf.");
    }

    @Test
    void aLoginShellThatHangsIsGivenUp() throws Exception {
        var shell = script("shell", "sleep 60");
        var environment = new ProcessEnvironment(Map.of("PATH", "", "SHELL", shell.toString()), folder, folder, null);
        long begun = System.nanoTime();

        assertThat(new LoginShellPathReader(environment, Duration.ofMillis(200)).searchPath()).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void whatAFailingPluginComplainsOfIsShownWithoutSecrets() throws Exception {
        script("plugin", """
                for i in 1 2 3 4 5 6 7; do echo "line $i" >&2; done
                echo 'could not refresh: token=s3cr3t-value, password: "hunter2222"' >&2
                echo 'Authorization: Bearer abcdefgh12345678' >&2
                echo 'jwt eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.sig' >&2
                exit 3
                """);

        var problem = failure(user(exec("command: ./plugin, installHint: Read the manual."))).problem();

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
        assertThat(problem.headline()).isEqualTo("The credential plugin “./plugin” failed with exit code 3");
        assertThat(problem.detail()).contains("could not refresh", "line 7").doesNotContain("s3cr3t", "hunter2222",
                "abcdefgh12345678", "eyJ", "line 1");
        assertThat(problem.remedy()).isEqualTo("Read the manual.");
    }

    @Test
    void aFailedPluginIsNotRunAgainAtOnceUnlessTheUserAsks() throws Exception {
        script("plugin", "echo x >> \"$(dirname \"$0\")/runs\"; exit 1");
        var credentials = user(exec("command: ./plugin"));
        failure(credentials);
        failure(credentials);
        assertThat(runs()).isEqualTo(1);

        now = now.plusSeconds(3);
        failure(credentials);
        assertThat(runs()).isEqualTo(2);

        credentials.forgetFailure();
        failure(credentials);
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void whoeverWantsAnotherTryDoesNotWaitForThePluginThatRuns() throws Exception {
        script("plugin", "echo x >> \"$(dirname \"$0\")/runs\"; sleep 60");
        var credentials = user(exec("command: ./plugin"));
        var asking = Thread.ofVirtual().start(new FutureTask<>(credentials::login));
        Seen.await(() -> Files.exists(folder.resolve("runs")));

        assertThat(CompletableFuture.runAsync(credentials::forgetFailure)).succeedsWithin(Duration.ofSeconds(5));
        assertThat(asking.isAlive()).as("the plugin still runs").isTrue();

        asking.interrupt();
        asking.join();
    }

    @Test
    void aPluginThatTakesTooLongIsEndedWithItsChildren() throws Exception {
        script("plugin", "echo waiting for a browser >&2; sleep 77.7 & sleep 77.7");
        timeout = Duration.ofMillis(300);

        var problem = failure(user(exec("command: ./plugin"))).problem();

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.TIMEOUT);
        assertThat(problem.detail()).isEqualTo("waiting for a browser");
        assertThat(ProcessHandle.allProcesses().filter(ProcessHandle::isAlive)
                .filter(process -> process.info().commandLine().orElse("").contains("sleep 77.7"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            not json                                                     | it is not JSON
            {}                                                           | it is not an ExecCredential
            {"kind":"ExecCredential","apiVersion":"v0"}                  | its version is v0
            {"kind":"ExecCredential","apiVersion":"V1","status":{}}      | neither a token nor a certificate
            {"kind":"ExecCredential","apiVersion":"V1","status":{"token":"a b"}} | token contains invalid characters
            {"token":"s3cr3t"                                            | it is not JSON
            ''                                                           | it is not an ExecCredential
            """)
    void aPluginThatTalksNonsenseIsToldApart(String output, String text) throws Exception {
        script("plugin", "cat <<'END'\n" + output.replace("V1", V1) + "\nEND\n");

        var problem = failure(user(exec("command: ./plugin"))).problem();

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.GARBLED);
        assertThat(problem.headline()).contains(text);
        assertThat(problem.toString()).doesNotContain("s3cr3t");
    }

    @Test
    void aPluginThatPrintsWithoutEndIsEnded() throws Exception {
        script("plugin", "yes");
        timeout = Duration.ofMillis(500);

        assertThat(failure(user(exec("command: ./plugin"))).problem().kind()).isEqualTo(OperationProblemKind.TIMEOUT);
    }

    @Test
    void aPluginThatNeedsATerminalAndAProviderThatIsGoneAreToldAtOnce() throws Exception {
        assertThat(failure(user(exec("command: ./plugin, interactiveMode: Always"))).problem().headline())
                .contains("requires a terminal");
        assertThat(catchThrowableOfType(ProblemException.class, () -> user("auth-provider: {name: gcp}")).problem()
                .headline()).contains("“gcp” is no longer supported");
    }

    private static String token(Instant expires, String subject) {
        var claims = "{\"sub\":\"" + subject + "\",\"exp\":" + expires.getEpochSecond() + "}";
        return "eyJh." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8)) + ".x";
    }

    @Test
    void anIdentityTokenIsUsedUntilItEndsAndThenRenewedAtItsIssuer() throws Exception {
        var old = token(now.plusSeconds(60), "old");
        var fresh = token(now.plusSeconds(3_600), "fresh");
        try (var issuer = ScriptedServer.start(exchange -> {
            if (exchange.path().equals("/realm/.well-known/openid-configuration")) {
                exchange.json(200, "{\"token_endpoint\":\"http://" + exchange.headers.get("host") + "/tokens\"}");
            } else {
                exchange.json(200, "{\"id_token\":\"" + fresh + "\",\"refresh_token\":\"next\"}");
            }
        })) {
            var credentials = user("""
                    auth-provider: {name: oidc, config: {idp-issuer-url: %s/realm/, client-id: me, client-secret: s&s, \
                    refresh-token: r1, id-token: %s}}""".formatted(issuer.address(), old));

            var written = Files.readString(folder.resolve("config"));
            assertThat(authorization(credentials.login())).isEqualTo("Bearer " + old);
            assertThat(issuer.requests()).isEmpty();
            now = now.plusSeconds(60);
            assertThat(authorization(credentials.login())).isEqualTo("Bearer " + fresh);
            assertThat(new String(issuer.exchanges().getLast().body, UTF_8))
                    .isEqualTo("grant_type=refresh_token&refresh_token=r1&client_id=me&client_secret=s%26s");

            credentials.renew(credentials.login());
            assertThat(new String(issuer.exchanges().getLast().body, UTF_8)).contains("refresh_token=next");
            assertThat(folder.resolve("config")).as("what is only read").hasContent(written);
        }
    }

    @Test
    void anIssuerThatRefusesIsToldAndTheSecretStaysSecret() throws Exception {
        try (var issuer = ScriptedServer.start(exchange -> exchange.json(400, "{\"error\":\"invalid_grant\"}"))) {
            var problem = failure(user("auth-provider: {name: oidc, config: {idp-issuer-url: " + issuer.address()
                    + ", refresh-token: r3fr3sh}}")).problem();

            assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
            assertThat(problem.detail()).contains("invalid_grant");
            assertThat(problem.toString()).doesNotContain("r3fr3sh");
        }
    }

    @Test
    void aRefreshTokenIsNotSentInTheClearToAnotherMachine() throws Exception {
        var problem = failure(user("auth-provider: {name: oidc, config: {idp-issuer-url: 'http://issuer.example', "
                + "refresh-token: r}}")).problem();

        assertThat(problem.headline()).contains("not an https URL");
    }

    @Test
    void secretsOfALoginDoNotPrint() throws Exception {
        assertThat(user("token: abc").login().toString()).doesNotContain("abc");
        assertThat(new SecretText("abc").toString()).doesNotContain("abc");
    }
}
