package tessera.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.model.ShellWordQuoter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A program that a kubeconfig names runs when somebody allowed it, and at no other time. */
@Timeout(120)
class CredentialPluginTest {

    private static final Path PTY = Path.of("/usr/bin/script");

    @TempDir
    Path home;

    private ScriptedCluster cluster;
    private Program program;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
        program = new Program(home).with("PATH", home.resolve("bin") + ":/usr/bin:/bin").with("SHELL", "")
                .with("XDG_DATA_HOME", home.resolve("data").toString());
        plugin("cloud-login");
        kubeconfig("command: cloud-login, args: [--region, eu]");
    }

    @AfterEach
    void end() throws Exception {
        cluster.close();
    }

    private void plugin(String name) throws IOException {
        var file = home.resolve("bin").resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(file, """
                #!/bin/sh
                echo "%s $*" >> '%s'
                echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t"}}'
                """.formatted(name, home.resolve("ran")));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void kubeconfig(String exec) throws IOException {
        Files.createDirectories(home.resolve(".kube"));
        Files.writeString(home.resolve(".kube/config"),
                """
                        current-context: x
                        contexts: [{name: x, context: {cluster: c, user: me}}]
                        clusters: [{name: c, cluster: {server: "%s"}}]
                        users: [{name: me, user: {exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, %s}}}]
                        """
                        .formatted(cluster.server().address(), exec));
    }

    private List<String> ran() throws IOException {
        var file = home.resolve("ran");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private Path noted() {
        return home.resolve("data/tessera/credential-plugins");
    }

    /** What a terminal shows while somebody types. */
    private String typing(String answer, String... arguments) throws Exception {
        assumeTrue(Files.isExecutable(PTY), "a system with pseudo terminals");
        var texts = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        texts.addAll(Packed.PROGRAM.options());
        texts.add(Main.class.getName());
        texts.addAll(List.of(arguments));
        // What is printed may go elsewhere: the question is asked at the terminal nevertheless.
        var line = String.join(" ", texts.stream().map(ShellWordQuoter::quote).toList()) + " > /dev/null";
        var builder = new ProcessBuilder(PTY.toString(), "-qec", line, "/dev/null").directory(home.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(program.inherited(System.getenv()));
        builder.environment().put("SHELL", "/bin/sh");
        var process = builder.start();
        try (var keys = process.getOutputStream()) {
            keys.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            keys.flush();
            var shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
            return shown;
        }
    }

    @Test
    void withoutATerminalItIsNotRunAndSaidHowToAllowIt() throws Exception {
        var outcome = program.run("fleet");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(1);
        assertThat(outcome.err()).contains("“cloud-login”", home.resolve(".kube/config").toString(),
                "not allowed to run yet", "--allow-exec-plugin=cloud-login", "TESSERA_ALLOW_EXEC_PLUGINS");
        assertThat(ran()).isEmpty();
        assertThat(cluster.server().requests()).isEmpty();
        assertThat(noted()).doesNotExist();
    }

    @Test
    void whoNamesItHasItRunThisOnceAndNoOtherOfTheName() throws Exception {
        assertThat(program.run("fleet", "--allow-exec-plugin=cloud-login").code()).isZero();
        assertThat(ran()).containsExactly("cloud-login --region eu");
        assertThat(program.run("fleet").code()).isEqualTo(1);

        assertThat(program.run("fleet", "--allow-exec-plugin", home.resolve("bin/cloud-login").toString()).code())
                .isZero();
        kubeconfig("command: ../evil/cloud-login");
        Files.createDirectories(home.resolve("evil"));
        Files.copy(home.resolve("bin/cloud-login"), home.resolve("evil/cloud-login"),
                StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(program.run("fleet", "--allow-exec-plugin=cloud-login").err()).as("the file, wherever one is now")
                .contains("--allow-exec-plugin=" + home.resolve("evil/cloud-login"));
        assertThat(program.with("TESSERA_ALLOW_EXEC_PLUGINS", "aws, cloud-login").run("fleet").code()).isEqualTo(1);
        assertThat(ran()).hasSize(2);
    }

    @Test
    void scriptsNameItByAVariable() throws Exception {
        assertThat(program.with("TESSERA_ALLOW_EXEC_PLUGINS", "aws, cloud-login").run("fleet").code()).isZero();
        assertThat(ran()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            credentialPluginPolicy: AllowAll                                                         | 0 | ''
            credentialPluginPolicy: DenyAll                                                          | 1 | DenyAll
            {credentialPluginPolicy: Allowlist, credentialPluginAllowlist: [{name: cloud-login}]}          | 0 | ''
            {credentialPluginPolicy: Allowlist, credentialPluginAllowlist: [{command: BIN/cloud-login}]}   | 0 | ''
            {credentialPluginPolicy: Allowlist, credentialPluginAllowlist: [{command: /x/cloud-login}]}    | 1 | does not list it
            {credentialPluginPolicy: Allowlist}                                                      | 1 | does not list it
            credentialPluginPolicy: allowall                                                         | 1 | must be AllowAll, DenyAll or Allowlist
            {credentialPluginPolicy: AllowAll, credentialPluginAllowlist: [{name: cloud-login}]}           | 1 | requires credentialPluginPolicy
            '['                                                                                      | 1 | are invalid
            '{}'                                                                                     | 1 | not allowed to run yet
            """)
    void whatIsSettledForKubectlHolds(String preferences, int code, String text) throws Exception {
        Files.writeString(home.resolve(".kube/kuberc"), preferences.replace("BIN", home.resolve("bin").toString()));
        var options = text.contains("not allowed to run yet") ? new String[] {"fleet"}
                : code == 0 ? new String[] {"fleet"} : new String[] {"fleet", "--allow-exec-plugin=cloud-login"};

        var outcome = program.run(options);

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(text);
        assertThat(ran()).hasSize(code == 0 ? 1 : 0);
    }

    @Test
    void atATerminalItIsAskedAboutOnceAndAgainWhenItIsAnother() throws Exception {
        var first = typing("n", "fleet");
        assertThat(first).contains("login", home.resolve("bin/cloud-login").toString(), "--region eu",
                home.resolve(".kube/config").toString(), "me", "[y/N]", "not allowed to run yet");
        assertThat(ran()).isEmpty();

        assertThat(typing("y", "fleet")).contains("[y/N]");
        assertThat(ran()).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(noted()))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(noted().getParent())))
                .isEqualTo("rwx------");
        assertThat(program.run("fleet").code()).as("remembered, also where nobody can be asked").isZero();
        assertThat(ran()).hasSize(2);

        for (var place : List.of(noted(), noted().getParent())) {
            var before = Files.getPosixFilePermissions(place);
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
            assertThat(program.run("fleet").code()).as("others may write to " + place).isEqualTo(1);
            Files.setPosixFilePermissions(place, before);
        }
        plugin("other");
        for (var changed : List.of("command: other, args: [--region, eu]", "command: cloud-login, args: [--region, us]",
                "command: cloud-login, args: ['--region eu']",
                "command: cloud-login, args: [--region, eu], env: [{name: LD_PRELOAD, value: ./x.so}]",
                "command: ../bin/cloud-login, args: [--region, eu]")) {
            kubeconfig(changed);
            assertThat(program.run("fleet").code()).as(changed).isEqualTo(1);
        }
        kubeconfig("command: cloud-login, args: [--region, eu]");
        var file = home.resolve(".kube/config");
        Files.writeString(file,
                Files.readString(file).replace("user: me}", "user: you}").replace("name: me", "name: you"));
        assertThat(program.run("fleet").code()).as("of another user entry").isEqualTo(1);
        kubeconfig("command: cloud-login, args: [--region, eu]");
        var copy = Files.copy(home.resolve(".kube/config"), home.resolve("copy")).toString();
        assertThat(program.run("fleet", "--kubeconfig", copy).code()).as("of another kubeconfig").isEqualTo(1);
        assertThat(ran()).hasSize(2);
        assertThat(program.run("fleet").code()).isZero();
    }

    @Test
    void theQuestionShowsWhatIsRunAndObeysNothingOfIt() throws Exception {
        kubeconfig(
                """
                        command: cloud-login, args: ["-c\\r\\x1b[2Jtessera: all is well", "token=$(id)", "--client-secret=s3cr3t", "%s"], \
                        env: [{name: "A\\u202eB", value: "x"}]"""
                        .formatted("z".repeat(5_000)));

        var shown = typing("", "fleet");

        assertThat(shown).contains("token=$(id)", "--client-secret=(hidden)", "characters, truncated")
                .doesNotContain("s3cr3t", "\u001b", "\u202e", "z".repeat(1_000));
        assertThat(shown.lines().filter(line -> line.startsWith("tessera: all"))).isEmpty();
        assertThat(ran()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command: "./lo\\0gin"
            command: "lo\\0gin"
            command: "\\u001b[2Jlogin"
            """)
    void aCommandThatIsNoneIsSaidToBeMissing(String exec) throws Exception {
        kubeconfig(exec);
        var outcome = program.run("fleet");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("was not found").doesNotContain("\u001b", "\0");
    }

    @Test
    void onWindowsAFileWithoutAnExtensionIsNotTakenForTheProgram() throws Exception {
        plugin("cloud-login.exe");
        program.with("PATHEXT", ".COM;.EXE;.BAT;.CMD");

        assertThat(program.run("fleet", "--allow-exec-plugin=cloud-login").code()).isZero();
        assertThat(ran()).containsExactly("cloud-login.exe --region eu");
        kubeconfig("command: cloud-login.exe");
        assertThat(program.run("fleet", "--allow-exec-plugin=cloud-login.exe").code()).isZero();
        Files.delete(home.resolve("bin/cloud-login.exe"));
        assertThat(program.run("fleet").err()).contains("was not found");
    }

    @Test
    void whereTheProgramWasStartedDecidesNothing() throws Exception {
        Files.createDirectories(home.resolve("work"));
        program.with("PATH", "work:.:/usr/bin:/bin");
        Files.copy(home.resolve("bin/cloud-login"), home.resolve("work/cloud-login"),
                StandardCopyOption.COPY_ATTRIBUTES);

        assertThat(program.run("fleet", "--allow-exec-plugin=cloud-login").err()).contains("was not found");
        assertThat(ran()).isEmpty();
    }
}
