package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.ScriptedCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** Kubeconfigs that somebody wrote to do harm: a sentence is the answer, and neither a defect nor a secret. */
@Timeout(120)
class HostileKubeconfigTest {

    @TempDir
    Path home;

    private ScriptedCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
    }

    @AfterEach
    void end() throws Exception {
        cluster.close();
    }

    private Program.Outcome fleet(String context, String server, String more, String user) throws Exception {
        var file = Files.writeString(home.resolve("config"), """
                current-context: "%1$s"
                contexts: [{name: "%1$s", context: {cluster: c, user: me}}]
                clusters: [{name: c, cluster: {server: "%2$s"%3$s}}]
                users: [{name: me, user: {%4$s}}]
                """.formatted(context, server.isEmpty() ? cluster.server().address() : server, more, user));
        return new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString()).run("fleet", "--timeout", "10",
                "--kubeconfig", file.toString());
    }

    private void told(Program.Outcome outcome, String text) {
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains(text).doesNotContain("unexpected", "Exception", "s3cr3t");
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(home.resolve("data/tessera/crashes")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            token: "a\\r\\nX-Evil: s3cr3t"
            token: "a\\u00e4"
            token: t, as: "a\\r\\nX-Evil: s3cr3t"
            token: t, as: a, as-groups: ["b\\nc"]
            token: t, as: a, as-user-extra: {k: ["v\\r\\nX: 1"]}
            """)
    void whatNoRequestCanCarryIsNotSent(String user) throws Exception {
        told(fleet("x", "", "", user), "Cannot send the credential");
        assertThat(cluster.server().exchanges()).allSatisfy(
                exchange -> assertThat(exchange.headers).doesNotContainKey("x-evil").doesNotContainKey("x"));
        assertThat(cluster.server().requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            file:///etc/passwd                   | ''
            https://bob:s3cr3t@127.0.0.1:9       | ''
            https://127.0.0.1:9                  | ', proxy-url: "http://bob:s3cr3t@127.0.0.1:9"'
            https://127.0.0.1:9                  | ', tls-server-name: "a\\nb"'
            http://127.0.0.1:9/\\r\\nX-Evil: 1   | ''
            """)
    void whereNothingIsIsSaidWithoutASecret(String server, String more) throws Exception {
        told(fleet("x", server, more, "token: t"), "tessera: ");
    }

    @Test
    void theNameOfAContextIsNoPathAndNoOrder() throws Exception {
        var before = files();
        var outcome = fleet("../../../escaped\\u001b[2J", "", "", "token: t");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out() + outcome.err()).doesNotContain("\u001b");
        assertThat(files()).allMatch(file -> before.contains(file) || file.startsWith(home));
        var wrong = new Program(home).run("fleet", "--context", "nope", "--kubeconfig",
                home.resolve("config").toString());
        assertThat(wrong.err()).contains("Context “nope” not found. Contexts: ../../../escaped")
                .doesNotContain("\u001b");
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(home.getParent())) {
            return files.filter(file -> file.getFileName().toString().contains("escaped")).toList();
        }
    }

    @Test
    void whatLeadsBackToItselfIsNotGivenToAPlugin() throws Exception {
        told(fleet("x", "", ", extensions: [{name: client.authentication.k8s.io/exec, extension: &a {x: *a}}]",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: \"true\", provideClusterInfo: true}"),
                "tessera: ");
    }
}
