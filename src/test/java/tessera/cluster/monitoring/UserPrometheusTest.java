package tessera.cluster.monitoring;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.fixture.TestCertificates.Period;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BasicLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BearerLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.PrometheusClientCertificate;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.PrometheusBuildInfo;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A Prometheus outside the cluster, with every way of being let in. */
class UserPrometheusTest {

    private static final ProcessEnvironment ALONE = new ProcessEnvironment(Map.of(), Path.of("/"), Path.of("/"), null);
    private static final ScriptedServer.Script ANSWERING = exchange -> exchange.json(200,
            "{\"status\":\"success\",\"data\":{\"version\":\"3.14.0\"}}");

    @TempDir
    private Path folder;
    private ScriptedServer server;

    @BeforeEach
    void begin() throws Exception {
        server = ScriptedServer.start(ANSWERING);
    }

    @AfterEach
    void end() throws Exception {
        server.close();
    }

    private static PrometheusBuildInfo ask(ConfiguredPrometheusAccess access)
            throws ProblemException, InterruptedException {
        try (var way = ConfiguredPrometheusClient.open(access, ALONE)) {
            return new PrometheusClient(way, Duration.ofSeconds(20)).buildInfo().data();
        }
    }

    private static Problem failing(ConfiguredPrometheusAccess access) {
        return catchThrowableOfType(ProblemException.class, () -> ask(access)).problem();
    }

    private CertificateOrKeySource file(String name, String text) throws Exception {
        return new CertificateOrKeySource.CertificateFile(Files.writeString(folder.resolve(name), text));
    }

    @Test
    void theTokenThePasswordAndTheTenantAreSent() throws Exception {
        var access = ConfiguredPrometheusAccess.of(server.address() + "/prometheus/");
        ask(access);
        ask(access.withLogin(new BearerLogin(new SecretText("s3cret-token\n"))).withTenant("team-a"));
        ask(access.withLogin(new BasicLogin("zoë", new SecretText("pass"))));

        var heard = server.exchanges();
        assertThat(heard)
                .allSatisfy(exchange -> assertThat(exchange.target).isEqualTo("/prometheus/api/v1/status/buildinfo"));
        assertThat(heard.get(0).headers).doesNotContainKeys("authorization", "x-scope-orgid");
        assertThat(heard.get(1).headers).containsEntry("authorization", "Bearer s3cret-token")
                .containsEntry("x-scope-orgid", "team-a");
        assertThat(heard.get(2).headers).containsEntry("authorization",
                "Basic " + Base64.getEncoder().encodeToString("zoë:pass".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aServerThatRepeatsSecretsDoesNotGetThemShown() {
        server.script(exchange -> exchange.text(400, "text/plain",
                "bad header: " + exchange.headers.get("authorization") + " or hunter-2"));
        var access = ConfiguredPrometheusAccess.of(server.address());

        assertThat(failing(access.withLogin(new BearerLogin(new SecretText("s3cret-token")))).problemText())
                .contains("bad header: Bearer (hidden)").doesNotContain("s3cret");
        assertThat(failing(access.withLogin(new BasicLogin("me", new SecretText("hunter-2")))).problemText())
                .contains("bad header: Basic (hidden) or (hidden)").doesNotContain("hunter");
    }

    @Test
    void anAddressThatIsNoneIsRefusedBeforeAnythingIsSent() {
        for (var address : List.of("prometheus:9090", "ftp://x", "", "http://me:hunter-2@" + "127.0.0.1",
                server.address() + "/?a=b", server.address() + "/#graph")) {
            var problem = failing(ConfiguredPrometheusAccess.of(address));
            assertThat(problem.kind()).as(address).isEqualTo(OperationProblemKind.CONFIGURATION);
            assertThat(problem.problemText()).doesNotContain("hunter");
        }
        var broken = ConfiguredPrometheusAccess.of(server.address())
                .withLogin(new BearerLogin(new SecretText("a\r\nb")));
        assertThat(failing(broken).kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aServerIsTrustedIfItsAuthorityIsNamed() throws Exception {
        var ours = new TestCertificates("ours");
        var context = ours.serverContext(ours.issue("prometheus", List.of("127.0.0.1"), Period.NOW));
        try (var secure = ScriptedServer.startTls(context, false, ANSWERING)) {
            var access = ConfiguredPrometheusAccess.of(secure.address());

            assertThat(ask(access.withAuthority(file("ca.pem", ours.authorityPem()))).version()).isEqualTo("3.14.0");
            var problem = failing(access);
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(problem.remedy()).isEqualTo("Check the settings of this Prometheus.");
            var others = file("other.pem", new TestCertificates("others").authorityPem());
            assertThat(failing(access.withAuthority(others)).kind()).isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(failing(
                    access.withAuthority(new CertificateOrKeySource.CertificateFile(folder.resolve("none.pem"))))
                    .kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        }
    }

    @Test
    void aServerWithACertificateForAnotherNameIsNotTrusted() throws Exception {
        var ours = new TestCertificates("ours");
        var context = ours.serverContext(ours.issue("prometheus", List.of("prometheus.example"), Period.NOW));
        try (var secure = ScriptedServer.startTls(context, false, ANSWERING)) {
            var access = ConfiguredPrometheusAccess.of(secure.address())
                    .withAuthority(file("ca.pem", ours.authorityPem()));

            assertThat(failing(access).kind()).isEqualTo(OperationProblemKind.UNTRUSTED);
        }
    }

    @Test
    void aClientCertificateIsPresented() throws Exception {
        var ours = new TestCertificates("ours");
        var context = ours.serverContext(ours.issue("prometheus", List.of("127.0.0.1"), Period.NOW));
        var me = ours.issue("me", List.of(), Period.NOW);
        try (var secure = ScriptedServer.startTls(context, true, ANSWERING)) {
            ask(ConfiguredPrometheusAccess.of(secure.address()).withAuthority(file("ca.pem", ours.authorityPem()))
                    .withIdentity(new PrometheusClientCertificate(file("me.pem", me.certificatePem()),
                            file("me.key", me.keyPem()))));

            assertThat(secure.exchanges().getFirst().clientCertificates()).containsExactly(me.certificate());
        }
    }
}
