package tessera.cluster.kubeconfig;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class KubeconfigTest {

    private static final String CERTIFICATE = "TFMwdGNlcnRpZmljYXRl";

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private ProcessEnvironment listing(Path... files) {
        var list = Arrays.stream(files).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new ProcessEnvironment(Map.of("KUBECONFIG", list), folder, folder, null);
    }

    private Kubeconfig load(String text) throws IOException, ProblemException {
        return Kubeconfig.load(listing(write("config", text)));
    }

    private ProblemException refused(String text) throws IOException {
        var file = write("config", text);
        return catchThrowableOfType(ProblemException.class, () -> Kubeconfig.load(listing(file)));
    }

    /** A kubeconfig with one context, cluster and user of one name. */
    private static String simple(String name, String cluster, String user) {
        return """
                apiVersion: v1
                kind: Config
                contexts:
                - {name: %1$s, context: {cluster: %1$s, user: %1$s}}
                clusters:
                - name: %1$s
                  cluster: {server: "https://%1$s", %2$s}
                users:
                - name: %1$s
                  user: {%3$s}
                """.formatted(name, cluster, user);
    }

    @Test
    void theFirstFileThatUsesANameWins() throws Exception {
        var first = write("a", simple("same", "", "token: first"));
        var second = write("b", simple("same", "tls-server-name: other", "token: second"));
        var third = write("c", simple("own", "", "token: third"));

        var config = Kubeconfig.load(listing(first, second, third));

        assertThat(config.contexts()).extracting(KubeconfigContextEntry::name).containsExactly("same", "own");
        assertThat(config.findContext("same").orElseThrow().usableUser().token()).isEqualTo(new SecretText("first"));
        assertThat(config.findContext("same").orElseThrow().usableCluster().serverName()).isEmpty();
    }

    @Test
    void theCurrentContextComesFromTheFirstFileThatSetsIt() throws Exception {
        var silent = write("a", simple("one", "", ""));
        var speaking = write("b", simple("two", "", "") + "current-context: two\n");
        var late = write("c", "current-context: one\n");

        assertThat(Kubeconfig.load(listing(silent, speaking, late)).currentContext()).isEqualTo("two");
    }

    @Test
    void aContextMayUseAClusterAndAUserOfOtherFiles() throws Exception {
        var contexts = write("a", "contexts: [{name: x, context: {cluster: c, user: u, namespace: team}}]");
        var clusters = write("b", "clusters: [{name: c, cluster: {server: https://c}}]");
        var users = write("c", "users: [{name: u, user: {token: t}}]");

        var context = Kubeconfig.load(listing(contexts, clusters, users)).contexts().getFirst();

        assertThat(context.problems()).isEmpty();
        assertThat(context.serverAddress()).isEqualTo("https://c");
        assertThat(context.namespace()).isEqualTo("team");
    }

    @Test
    void filesOfTheListThatDoNotExistAreSkipped() throws Exception {
        var there = write("a", simple("one", "", ""));

        assertThat(Kubeconfig.load(listing(folder.resolve("gone"), there)).contexts()).hasSize(1);
        assertThat(Kubeconfig.load(listing(folder.resolve("gone"))).contexts()).isEmpty();
    }

    @Test
    void theFileOfTheCommandLineIsTheOnlyOneAndMustExist() throws Exception {
        var listed = write("a", simple("listed", "", ""));
        write("b", simple("named", "", ""));
        var variables = Map.of("KUBECONFIG", listed.toString());

        var config = Kubeconfig.load(new ProcessEnvironment(variables, folder, folder, Path.of("b")));
        var problemException = catchThrowableOfType(ProblemException.class,
                () -> Kubeconfig.load(new ProcessEnvironment(variables, folder, folder, Path.of("gone"))));

        assertThat(config.contexts()).extracting(KubeconfigContextEntry::name).containsExactly("named");
        assertThat(problemException.problem().headline()).contains("The file ", "gone does not exist");
    }

    @Test
    void withoutAListTheFileInTheHomeFolderIsRead() throws Exception {
        write(".kube/config", simple("home", "", ""));

        assertThat(Kubeconfig.load(new ProcessEnvironment(Map.of(), folder, folder, null)).contexts()).hasSize(1);
    }

    @Test
    void relativePathsAreRelativeToTheFileThatNamesThem() throws Exception {
        var file = write("deep/er/config", simple("x", "certificate-authority: ../ca.pem",
                "client-certificate: me.pem, client-key: /keys/me.key, tokenFile: token"));

        var context = Kubeconfig.load(listing(file)).contexts().getFirst();

        assertThat(context.usableCluster().authority())
                .isEqualTo(new CertificateOrKeySource.CertificateFile(folder.resolve("deep/ca.pem")));
        assertThat(context.usableUser().tokenFile()).isEqualTo(folder.resolve("deep/er/token"));
        assertThat(context.referencedFiles()).containsExactly(folder.resolve("deep/ca.pem"),
                folder.resolve("deep/er/me.pem"), Path.of("/keys/me.key"));
    }

    @Test
    void dataWinsOverAFile() throws Exception {
        var text = simple("x", "certificate-authority: ca.pem, certificate-authority-data: " + CERTIFICATE, "");

        var authority = requireNonNull(load(text).contexts().getFirst().usableCluster().authority());

        assertThat(authority).isInstanceOf(CertificateOrKeySource.InlineCertificate.class);
        assertThat(authority.readBytes()).asString(StandardCharsets.UTF_8).isEqualTo("LS0tcertificate");
    }

    @Test
    void aPluginIsDescribedWhole() throws Exception {
        var context = load("""
                contexts: [{name: x, context: {cluster: c, user: u, extensions: [{name: minikube, extension: {a: 1}}]}}]
                clusters:
                - name: c
                  cluster:
                    server: https://c
                    extensions:
                    - name: client.authentication.k8s.io/exec
                      extension: {audience: "06", deep: {list: [1, true, null]}}
                users:
                - name: u
                  user:
                    as: admin
                    as-groups: [ops, dev]
                    as-user-extra: {reason: [tests]}
                    exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: ./bin/plugin
                      args: [get, token]
                      env: [{name: REGION, value: north}]
                      installHint: "Install it with \\e[31mcare"
                      provideClusterInfo: true
                      interactiveMode: IfAvailable
                """).contexts().getFirst();

        var execPluginSpec = requireNonNull(context.usableUser().exec());
        assertThat(execPluginSpec.command()).isEqualTo("./bin/plugin");
        assertThat(execPluginSpec.folder()).isEqualTo(folder);
        assertThat(execPluginSpec.arguments()).containsExactly(new SecretText("get"), new SecretText("token"));
        assertThat(execPluginSpec.variables()).containsEntry("REGION", new SecretText("north"));
        assertThat(execPluginSpec.installHint()).isEqualTo("Install it with care");
        assertThat(execPluginSpec.clusterInfo()).isTrue();
        assertThat(context.usableCluster().pluginConfig())
                .hasValue("{\"audience\":\"06\",\"deep\":{\"list\":[1,true,null]}}");
        assertThat(context.extensions()).containsExactly("minikube");
        assertThat(context.usableUser().impersonation()).isEqualTo(new KubeconfigUserEntry.Impersonation("admin", "",
                List.of("ops", "dev"), Map.of("reason", List.of("tests"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            certificate-authority-data: '%%%'                          | '' | line 7: clusters[0].cluster.certificate-authority-data is not base64
            insecure-skip-tls-verify: true, certificate-authority: a   | '' | conflicts with the certificate authority
            server: ''                                                 | '' | cluster.server is missing
            server: [a]                                                | '' | cluster.server must be a string
            ''                             | client-certificate: a          | client-key is missing
            ''                             | exec: {apiVersion: v1}         | exec.apiVersion must be
            ''                             | exec: {apiVersion: client.authentication.k8s.io/v1} | exec.command is missing
            ''                             | username: a, token: b          | conflicts with the token
            """)
    void anEntryThatIsWrongSaysWhatAndWhere(String cluster, String user, String words) throws Exception {
        var context = load(simple("x", cluster, user)).contexts().getFirst();

        assertThat(context.problems()).hasSize(1);
        assertThat(context.problems().getFirst().kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(context.problems().getFirst().problemText()).contains("config").contains("line ").contains(words);
    }

    @Test
    void aWrongEntryLeavesTheOtherContextsUsable() throws Exception {
        var config = load("""
                contexts:
                - {name: good, context: {cluster: good}}
                - {name: bad, context: {cluster: bad}}
                - {name: lost, context: {cluster: nowhere, user: nobody}}
                clusters:
                - {name: good, cluster: {server: https://good}}
                - {name: bad, cluster: {server: {}}}
                """);

        assertThat(config.findContext("good").orElseThrow().usableUser()).isEqualTo(KubeconfigUserEntry.NOBODY);
        assertThat(config.findContext("bad").orElseThrow().problems()).hasSize(1);
        assertThat(config.findContext("lost").orElseThrow().problems()).extracting(problem -> problem.headline())
                .containsExactly("The context “lost” refers to the cluster “nowhere”, which no kubeconfig defines",
                        "The context “lost” refers to the user “nobody”, which no kubeconfig defines");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'a: b\\n  c: d\\n e'                     | line 2
            'clusters: 5'                            | line 1: clusters must be a list
            'kind: Pod'                              | must be Config in a kubeconfig
            'contexts:\\n- just text'                | line 2: contexts[0] must be a mapping
            '- a\\n- b'                              | must begin a mapping
            'users: [{name: a, user: {}}, {name: a, user: {}}]' | line 1: users[1].name is used twice
            'a: *nowhere'                            | line 1
            'a: "unended'                            | line 1
            '\\tindented: with tabs'                 | line 1
            """)
    void aFileThatMakesNoSenseSaysWhere(String text, String words) throws Exception {
        var problemException = refused(text.translateEscapes());

        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(problemException.problem().headline()).contains(folder.resolve("config").toString());
        assertThat(problemException.problem().detail()).contains(words);
        assertThat(problemException.problem().remedy()).isNotEmpty();
    }

    @Test
    void aBillionLaughsCostNothing() throws Exception {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)));
        }
        var file = write("config", text + simple("x", "", "").replace("apiVersion: v1\nkind: Config\n", "")
                .replace("server:", "extensions: [{name: client.authentication.k8s.io/exec, extension: 1}], server:"));

        assertThat(Kubeconfig.load(listing(file)).contexts()).hasSize(1);
    }

    @Test
    void aListThatContainsItselfIsCutOff() throws Exception {
        var config = load("""
                contexts: [{name: x, context: {cluster: c}}]
                clusters:
                - name: c
                  cluster:
                    server: https://c
                    extensions:
                    - name: client.authentication.k8s.io/exec
                      extension: &me {again: *me}
                """);

        assertThat(config.contexts().getFirst().usableCluster().pluginConfig().orElseThrow().length()).isLessThan(400);
    }

    @ParameterizedTest
    @CsvSource({"x,9,5", "x,2,19", "'',90,2"})
    void whatAliasesStandForIsNotMadeForAPlugin(String leaf, int times, int levels) throws Exception {
        var text = new StringBuilder("a0: &a0 \"" + (leaf.isEmpty() ? "y".repeat(600) : leaf) + "\"\n");
        for (int level = 1; level <= levels; level++) {
            text.append("a%d: &a%d [%s]\n".formatted(level, level,
                    String.join(", ", Collections.nCopies(times, "*a" + (level - 1)))));
        }
        var file = write("config", text + simple("x", "", "").replace("apiVersion: v1\nkind: Config\n", "").replace(
                "server:",
                "extensions: [{name: client.authentication.k8s.io/exec, extension: *a" + levels + "}], server:"));

        assertThat(Kubeconfig.load(listing(file)).contexts().getFirst().usableCluster().pluginConfig()).isEmpty();
    }

    @Test
    void aDeviceWithoutAnEndIsReadNoFurtherThanAKubeconfigMayBe() throws Exception {
        var device = Path.of("/dev/zero");
        assumeTrue(Files.exists(device), "a system with a device that has no end");
        assertThat(
                catchThrowableOfType(ProblemException.class, () -> Kubeconfig.load(listing(device))).problem().detail())
                .contains("larger than 8 MiB");
    }

    @Test
    void whatIsHugeOrDeepOrNoTextIsRefused() throws Exception {
        assertThat(refused("#".repeat(9 << 20)).problem().detail()).contains("larger than 8 MiB");
        assertThat(refused("a: " + "[".repeat(10_000)).problem().detail()).isNotEmpty();
        var binary = write("binary", "");
        Files.write(binary, new byte[] {0x7f, 'E', 'L', 'F', 0, 1, 2, (byte) 0xff});
        assertThat(
                catchThrowableOfType(ProblemException.class, () -> Kubeconfig.load(listing(binary))).problem().detail())
                .contains("not UTF-8 text");
        assertThat(
                catchThrowableOfType(ProblemException.class, () -> Kubeconfig.load(listing(folder))).problem().detail())
                .contains("folder");
    }

    @Test
    void whatTheParserWouldTakeMinutesForIsRefused() throws Exception {
        var letters = "y".repeat(7 << 20);
        assertThat(refused("kind: Config\nusers: " + letters).problem().detail()).startsWith("line 2 is too long");
        assertThat(refused("#" + letters).problem().detail()).startsWith("line 1 is too long");
        assertThat(refused("{users: y" + "\"y".repeat(3 << 20) + "}").problem().detail())
                .startsWith("line 1 is too long");
    }

    @Test
    void aFileOfOneLineMayHoldThousandsOfClusters() throws Exception {
        var text = new StringBuilder("{\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":\"7\"}}],\"clusters\":[");
        for (int at = 0; at < 3_000; at++) {
            text.append(at == 0 ? "" : ",")
                    .append("{\"name\":\"%d\",\"cluster\":{\"server\":\"https://%d\",".formatted(at, at))
                    .append("\"certificate-authority-data\":\"").append(CERTIFICATE.repeat(40)).append("\"}}");
        }

        assertThat(load(text + "]}").contexts().getFirst().serverAddress()).isEqualTo("https://7");
    }

    @Test
    void aFileMayBeEmptyOrJsonOrBeginWithAByteOrderMarkOrInheritByMergeKeys() throws Exception {
        assertThat(load("").contexts()).isEmpty();
        assertThat(load("---\n").contexts()).isEmpty();
        assertThat(load("{\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":\"c\"}}]}").contexts()).hasSize(1);
        assertThat(load("\uFEFF" + simple("x", "", "")).contexts()).hasSize(1);
        assertThat(load("""
                base: &base {server: https://base}
                clusters: [{name: c, cluster: {<<: *base, tls-server-name: other}}]
                contexts: [{name: x, context: {cluster: c}}]
                """).contexts().getFirst().serverAddress()).isEqualTo("https://base");
    }

    @Test
    void ofAKeyThatIsWrittenTwiceTheLastCountsAndContextsKeepTheirOrder() throws Exception {
        var config = load("""
                clusters: [{name: c, cluster: {server: https://one, server: https://two}}]
                contexts: [{name: zeta, context: {cluster: c}}, {name: alpha, context: {cluster: c}},
                  {name: mid, context: {cluster: c}}, {name: one, context: {cluster: c}}]
                """);

        assertThat(config.contexts()).extracting(KubeconfigContextEntry::name).containsExactly("zeta", "alpha", "mid",
                "one");
        assertThat(config.contexts().getFirst().serverAddress()).isEqualTo("https://two");
    }

    @Test
    void oneBrokenFileOfSeveralIsToldAndTheOthersAreUsed() throws Exception {
        var good = write("a", simple("one", "", ""));
        var bad = write("b", "contexts: {");

        var config = Kubeconfig.load(listing(good, bad));

        assertThat(config.contexts()).hasSize(1);
        assertThat(config.problems()).hasSize(1);
        assertThat(config.problems().getFirst().headline()).contains(bad.toString());
    }

    @Test
    void secretsAreNeverPrinted() throws Exception {
        var secret = "c3VwZXItc2VjcmV0";
        var config = load(simple("x", "proxy-url: http://me:" + secret + "@proxy",
                "token: " + secret + ", client-certificate-data: " + secret + ", client-key-data: " + secret
                        + ", exec: {apiVersion: client.authentication.k8s.io/v1, command: p, args: [" + secret
                        + "], env: [{name: a, value: " + secret + "}]}")
                + "- {name: y, user: {username: a, password: " + secret + "}}\n"
                + "- {name: z, user: {auth-provider: {name: oidc, config: {id-token: " + secret + "}}}}\n");

        assertThat(config.contexts().getFirst().usableUser().token()).isEqualTo(new SecretText(secret));
        assertThat(config.toString()).doesNotContain(secret);
        assertThat(refused("users:\n- name: x\n  user: {token: " + secret).problem().toString()).doesNotContain(secret);
        assertThat(refused("users:\n- name: x\n  user: {token: *" + secret + "}").problem().toString())
                .doesNotContain(secret);
    }

    @ParameterizedTest
    @CsvSource({"https://me:hush@c.example:6443/x, https://c.example:6443/x", "me:hush@c.example, c.example",
        "https://me@team:hu@sh@c.example, https://c.example", "https://c.example/a@b, https://c.example/a@b"})
    void aUserInAServersAddressIsLeftOut(String written, String shown) throws Exception {
        var context = load("""
                contexts: [{name: x, context: {cluster: c}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                """.formatted(written)).contexts().getFirst();

        assertThat(context.serverAddress()).isEqualTo(shown);
        assertThat(context.toString()).doesNotContain("hush");
    }
}
