package tessera.cluster.kubeconfig;

import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.OpenIDConnectionUtils;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.TestCertificates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Why kubeconfigs, logins and TLS are our own code (decision 0021): what fabric8's {@code Config} does where this program must not.
 * A test that fails after an update of that library says that a reason has gone.
 */
class Fabric8KubeconfigTest {

    private static final String SECRET = "c3VwZXItc2VjcmV0";
    private static final String EXEC = "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin";

    @TempDir
    Path folder;

    private Path write(String cluster, String user) throws IOException {
        return Files.writeString(folder.resolve("config"), """
                # a comment
                current-context: x
                contexts: [{name: x, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {%s}}]
                users: [{name: u, user: {%s}}]
                """.formatted(cluster, user));
    }

    private Config read(String cluster, String user) throws IOException {
        return Config.fromKubeconfig(write(cluster, user).toFile());
    }

    private Config readUser(String user) throws IOException {
        return read("server: https://cluster.example", user);
    }

    private Config readText(String text) throws IOException {
        return Config.fromKubeconfig(Files.writeString(folder.resolve("config"), text).toFile());
    }

    private void plugin(String text) throws IOException {
        var file = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** A plugin that notes that it ran, with its environment, and prints a token. */
    private Path notingPlugin() throws IOException {
        var note = folder.resolve("ran");
        plugin("env > '" + note + "'\n" + """
                printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",\
                "status":{"token":"of-the-plugin"}}'
                """);
        return note;
    }

    /** What is logged by the library while something is done. */
    private static String logged(Callback action) throws Exception {
        var lines = new CopyOnWriteArrayList<String>();
        var logger = Logger.getLogger("io.fabric8.kubernetes.client");
        var formatter = new SimpleFormatter();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(formatter.format(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            action.run();
        } finally {
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
        return String.join("\n", lines);
    }

    /** What may fail. */
    @FunctionalInterface
    private interface Callback {
        void run() throws Exception;
    }

    @Test
    void aPluginRunsWhileTheFileIsReadThoughATokenIsWritten() throws Exception {
        var note = notingPlugin();

        var config = readUser("token: mine, " + EXEC + "}");

        assertThat(note).exists();
        assertThat(config.getAutoOAuthToken()).isEqualTo("of-the-plugin");
    }

    @Test
    void theArgumentsOfAPluginAreReadByAShell() throws Exception {
        notingPlugin();
        var mark = folder.resolve("mark");

        readUser(EXEC + ", args: ['a;touch', '" + mark + "']}");

        assertThat(mark).exists();
    }

    @Test
    void aPluginIsNotToldOfItsClusterNorIsTheEndOfItsTokenKept() throws Exception {
        var note = notingPlugin();

        readUser(EXEC + ", provideClusterInfo: true, interactiveMode: Always}");

        assertThat(Files.readString(note)).doesNotContain("KUBERNETES_EXEC_INFO");
        assertThat(Config.ExecCredentialStatus.class.getFields()).extracting(Field::getName)
                .doesNotContain("expirationTimestamp");
    }

    @Test
    void whatAPluginPrintsIsLogged() throws Exception {
        plugin("echo password=" + SECRET + "; exit 1\n");

        assertThat(logged(() -> readUser(EXEC + "}"))).contains("password=" + SECRET);
    }

    @Test
    void aPluginThatIsMissingOrWarnsIsNoLogin() throws Exception {
        assertThat(readUser(EXEC.replace("./plugin", "no-such-plugin") + "}").getAutoOAuthToken()).isNull();
        var note = notingPlugin();
        plugin("echo 'a newer release is out' >&2\n" + Files.readString(folder.resolve("plugin")));

        assertThat(readUser(EXEC + "}").getAutoOAuthToken()).isNull();
        assertThat(note).exists();
    }

    @Test
    void whomTheUserWantsToBeTakenForAndTheTokenFileAreForgotten() throws Exception {
        Files.writeString(folder.resolve("token"), "of-the-file");

        var config = readUser("as: guest, as-groups: [guests], tokenFile: token");

        assertThat(config.getImpersonateUsername()).isNull();
        assertThat(config.getAutoOAuthToken()).isNull();
    }

    @Test
    void aContextWithoutItsClusterLeadsElsewhereWithItsToken() throws Exception {
        var config = readText("""
                current-context: x
                contexts: [{name: x, context: {cluster: gone, user: u}}]
                users: [{name: u, user: {token: t}}]
                """);

        assertThat(config.getMasterUrl()).isEqualTo("https://kubernetes.default.svc/");
        assertThat(config.getAutoOAuthToken()).isEqualTo("t");
    }

    @Test
    void aServerWithoutASchemeIsContactedAtOnceAndWantsNoTlsIfThatFails() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var contacted = CompletableFuture.supplyAsync(() -> {
                try (var connection = server.accept()) {
                    return connection.isConnected();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });

            var config = read("server: 127.0.0.1:" + server.getLocalPort(), "token: t");

            assertThat(contacted.get(3, TimeUnit.MINUTES)).isTrue();
            assertThat(config.getMasterUrl()).startsWith("http://");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificate-authority", "certificate-authority-data"})
    void whoeverNamesAnAuthorityTrustsThoseOfThePublicToo(String key) throws Exception {
        var pem = new TestCertificates("own").authorityPem();
        var value = key.endsWith("data") ? Base64.getEncoder().encodeToString(pem.getBytes(UTF_8))
                : Files.writeString(folder.resolve("ca.pem"), pem).toString();

        var config = read("server: https://c, " + key + ": " + value, "");

        assertThat(((X509TrustManager) SSLUtils.trustManagers(config)[0]).getAcceptedIssuers()).hasSizeGreaterThan(10);
    }

    @Test
    void whatContradictsItselfOrIsNoCertificateIsTaken() throws Exception {
        var nonsense = read("server: https://c, certificate-authority-data: '%%%'", "");
        var both = read("server: https://c, insecure-skip-tls-verify: true, certificate-authority: a", "");

        assertThat(((X509TrustManager) SSLUtils.trustManagers(nonsense)[0]).getAcceptedIssuers())
                .hasSizeGreaterThan(10);
        assertThat(both.isTrustCerts()).isTrue();
    }

    @Test
    void theNameThatACertificateMustCarryIsNotAskedFor() throws Exception {
        var config = read("server: https://c, tls-server-name: other", "");

        assertThat(logged(() -> HttpClientUtils.getHttpClientFactory().newBuilder(config).build().close()))
                .contains("'other' is configured but not supported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "Ed25519"})
    void aKeyInItsStandardEnvelopeIsReadOnlyIfItIsOfRsa(String algorithm) throws Exception {
        var issued = new TestCertificates("own").issue("me", List.of("me"), TestCertificates.Period.NOW);
        var key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate().getEncoded();
        Files.writeString(folder.resolve("me.pem"), issued.certificatePem());
        Files.writeString(folder.resolve("me.key"), TestCertificates.pem("PRIVATE KEY", key));

        var config = readUser("client-certificate: me.pem, client-key: me.key");

        assertThatThrownBy(() -> SSLUtils.keyManagers(config)).isInstanceOf(IOException.class)
                .hasMessageContaining("Invalid DER");
    }

    @Test
    void aRenewedIdentityTokenIsWrittenIntoTheKubeconfig() throws Exception {
        var authority = Base64.getEncoder().encodeToString(new TestCertificates("own").authorityPem().getBytes(UTF_8));
        try (var issuer = ScriptedServer.start(exchange -> exchange.json(200,
                exchange.path().contains(".well-known")
                        ? "{\"token_endpoint\":\"http://" + exchange.headers.get("host") + "/tokens\"}"
                        : "{\"id_token\":\"fresh\",\"refresh_token\":\"next\"}"))) {
            var user = "auth-provider: {name: oidc, config: {idp-issuer-url: '" + issuer.address()
                    + "', client-id: me, refresh-token: r, id-token: old%s}}";
            var config = readUser(user.formatted(", idp-certificate-authority-data: " + authority));
            assertThat(renew(config)).isEqualTo("fresh");
            assertThat(folder.resolve("config")).content().contains("fresh", "next").doesNotContain("# a comment");

            var withoutAuthority = readUser(user.formatted(""));
            assertThatThrownBy(() -> renew(withoutAuthority)).as("a public issuer")
                    .isInstanceOf(NullPointerException.class);
        }
    }

    private static String renew(Config config) throws Exception {
        return OpenIDConnectionUtils.resolveOIDCTokenFromAuthConfig(config, config.getAuthProvider().getConfig(),
                HttpClientUtils.getHttpClientFactory().newBuilder()).get(3, TimeUnit.MINUTES);
    }

    @Test
    void aConfigThatIsReadAgainTakesWhatTheProcessHas() throws Exception {
        var name = Config.KUBERNETES_IMPERSONATE_USERNAME;
        System.setProperty(name, "root");
        try {
            assertThat(readUser("username: me, password: p").refresh().getImpersonateUsername()).isEqualTo("root");
            assertThat(new ConfigBuilder().build().getImpersonateUsername()).isEqualTo("root");
            assertThat(Config.empty().refresh().getImpersonateUsername()).as("the only one that may be used here")
                    .isNull();
        } finally {
            System.clearProperty(name);
        }
    }

    @Test
    void secretsPrint() throws Exception {
        var users = KubeConfigUtils.parseConfig(write("server: https://c", "token: " + SECRET).toFile()).getUsers();

        assertThat(users).extracting(NamedAuthInfo::toString).allMatch(text -> text.contains(SECRET));
        assertThatThrownBy(() -> readText("users:\n- name: x\n  user: {token: " + SECRET)).hasMessageContaining(SECRET);
    }

    @Test
    void oneWrongEntryHidesAllOthers() {
        assertThatThrownBy(() -> readText("""
                clusters:
                - {name: good, cluster: {server: https://good}}
                - {name: bad, cluster: {server: [a]}}
                """)).hasMessageNotContaining("line 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", """
            base: &b {server: https://b}
            clusters: [{name: c, cluster: {<<: *b}}]
            contexts: [{name: x, context: {cluster: c}}]
            current-context: x
            """})
    void anEmptyFileAndMergeKeysAreNotUnderstood(String text) {
        assertThatThrownBy(() -> readText(text)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aListThatContainsItselfHasNoEnd() {
        assertThatThrownBy(() -> readText("""
                clusters:
                - name: c
                  cluster:
                    server: https://c
                    extensions:
                    - {name: a, extension: &me {again: *me}}
                """)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void contextsLoseTheirOrder() throws Exception {
        var names = List.of("zeta", "alpha", "mid", "one", "two");
        var text = new StringBuilder("contexts:\n");
        names.forEach(name -> text.append("- {name: %s, context: {cluster: c}}\n".formatted(name)));

        var read = readText(text.toString()).getContexts().stream().map(context -> context.getName()).toList();

        assertThat(read).hasSameElementsAs(names).isNotEqualTo(names);
    }
}
