package tessera.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.fixture.TestCertificates.Period;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigFileWatcher;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Follows clusters that are broken or mean no good, by way of kubeconfig files, and looks at what the user is told. */
class HostileClusterTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private ScriptedCluster cluster;
    @SuppressWarnings("NullAway.Init") // Every test opens it, most after changing something.
    private KubeconfigFileWatcher kubeconfig;
    private Map<String, String> variables = Map.of("PATH", "/usr/bin:/bin");
    @SuppressWarnings("NullAway.Init")
    private ClusterSession session;
    @SuppressWarnings("NullAway.Init")
    private Seen seen;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
        cluster.putPod("team", "p1", "n1");
    }

    @AfterEach
    void end() throws Exception {
        session.close();
        kubeconfig.close();
        cluster.close();
    }

    private Path write(String server, String more, String user) throws Exception {
        return Files.writeString(folder.resolve("config"), """
                current-context: chosen
                contexts:
                - {name: chosen, context: {cluster: c, user: u}}
                - {name: other, context: {cluster: other, user: other}}
                clusters:
                - {name: c, cluster: {server: "%s"%s}}
                - {name: other, cluster: {server: "http://127.0.0.1:1"}}
                users:
                - {name: u, user: {%s}}
                - {name: other, user: {}}
                """.formatted(server, more, user));
    }

    private void open(Path file) throws Exception {
        kubeconfig = KubeconfigFileWatcher.start(new ProcessEnvironment(variables, folder, folder, file), SOON);
        var last = new AtomicReference<>(kubeconfig.newest().get().findContext("chosen").orElseThrow());
        // A file that is being written is empty for a moment.
        Supplier<KubeconfigContextEntry> chosen = () -> {
            kubeconfig.newest().get().findContext("chosen").ifPresent(last::set);
            return last.get();
        };
        var allowing = new HashMap<>(variables);
        allowing.put("KUBERC", Contexts.preferences(folder));
        session = ClusterSession.open(chosen,
                new ClusterSessionOptions(Contexts.terms(allowing, Clock.systemUTC()),
                        new WatchRequestTimings(500, LONG, LONG, LONG, LONG, SOON, SOON.multipliedBy(5), LONG),
                        new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                                LONG),
                        List.of(), ReadablePodNamespaceFinder.NamespaceWatchLimits.USUAL, SOON,
                        RandomGenerator.of("L64X128MixRandom")),
                SessionAccessMode.READ_ONLY);
        seen = new Seen(session.snapshots());
    }

    private void open() throws Exception {
        open(write(cluster.server().address(), "", "token: x"));
    }

    private ClusterSnapshot live() throws InterruptedException {
        return seen.until(
                clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection);
    }

    private static long pods(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream().mapToLong(node -> node.pods().size()).sum()
                + clusterSnapshot.unbound().size();
    }

    private Path plugin(String text) throws Exception {
        var file = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private static String exec(String command) {
        return "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: '" + command
                + "'}";
    }

    @Test
    void onlyTheChosenContextIsContactedAndOnlyItsPluginRuns() throws Exception {
        var mark = folder.resolve("ran");
        var spy = plugin("touch '" + mark + "'\n");
        try (var other = ScriptedServer.start(exchange -> exchange.json(200, "{}"))) {
            var file = write(cluster.server().address(), "", "token: x");
            open(Files.writeString(file, Files.readString(file).replace("http://127.0.0.1:1", other.address())
                    .replace("{name: other, user: {}}", "{name: other, user: {" + exec(spy.toString()) + "}}")));
            live();

            assertThat(kubeconfig.newest().get().contexts()).hasSize(2);
            assertThat(other.requests()).isEmpty();
            assertThat(mark).doesNotExist();
        }
    }

    @Test
    void aBrokenRewriteOfTheKubeconfigDisturbsNothingAndAGoodOneCounts() throws Exception {
        var file = write(cluster.server().address(), "", "token: x");
        open(file);
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        Files.writeString(file, "contexts: [{name: chosen");
        Seen.await(() -> !kubeconfig.newest().get().problems().isEmpty());
        cluster.putPod("team", "p2", "n1");
        assertThat(seen.until(clusterSnapshot -> pods(clusterSnapshot) == 2).connection())
                .isInstanceOf(SessionConnectionStatus.LiveConnection.class);

        cluster.answer(exchange -> !"Bearer y".equals(exchange.headers.get("authorization")),
                exchange -> exchange.json(401, "{}"));
        cluster.endWatches();
        assertThat(pods(seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.UnauthenticatedConnection))).isEqualTo(2);
        write(cluster.server().address(), "", "token: y");
        assertThat(pods(live())).isEqualTo(2);
    }

    @Test
    void whatDoesNotEvenSpeakHttpIsToldAndTriedAgain() throws Exception {
        cluster.answerAll(exchange -> exchange.raw("SSH-2.0-OpenSSH_9.2\r\n".getBytes(UTF_8)));
        open();

        var problem = seen.connection(SessionConnectionStatus.UnreachableCluster.class).problem();
        assertThat(problem.headline()).isEqualTo("127.0.0.1:" + cluster.server().port() + " does not speak HTTP");
        assertThat(problem.detail()).contains("SSH-2.0");
        cluster.answerNormally();
        assertThat(live().nodes()).hasSize(1);
    }

    @Test
    void aServerWithTheWrongCertificateIsNotTrustedWhateverItSays() throws Exception {
        var theirs = new TestCertificates("Their CA");
        try (var server = ScriptedServer.startTls(
                theirs.serverContext(theirs.issue("api", List.of("127.0.0.1"), Period.NOW)), false,
                exchange -> exchange.json(200, "{}"))) {
            open(write(server.address(), "", "token: secret"));

            var problem = seen.connection(SessionConnectionStatus.UnreachableCluster.class).problem();
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNTRUSTED);
            assertThat(problem.problemText()).contains("“CN=api”").contains("is not trusted").doesNotContain("secret");
            assertThat(problem.remedy()).contains("certificate-authority");
            assertThat(server.requests()).as("not even the token is sent").isEmpty();
        }
    }

    @Test
    void aMissingPluginIsNamedWithBothPathsThatWereSearched() throws Exception {
        variables = Map.of("PATH", "/poor/desktop/path", "SHELL",
                plugin("PATH=/rich/login/path; eval \"$2\"\n").toString());
        open(write(cluster.server().address(), "", exec("cloud-login")));

        var problem = seen.connection(SessionConnectionStatus.UnreachableCluster.class).problem();
        assertThat(problem.headline()).isEqualTo("The credential plugin “cloud-login” was not found");
        assertThat(problem.detail()).contains("/poor/desktop/path").contains("/rich/login/path");
        assertThat(cluster.server().requests()).isEmpty();
    }

    @Test
    void aRefusedTokenIsRenewedOnceAndThenTheUserDecides() throws Exception {
        var runs = folder.resolve("runs");
        var plugin = plugin(
                """
                        echo x >> '%s'
                        printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"%%s"}}' \
                        "$(wc -l < '%s' | tr -d ' ')"
                        """
                        .formatted(runs, runs));
        cluster.answer(exchange -> !"Bearer 3".equals(exchange.headers.get("authorization")),
                exchange -> exchange.json(401, "{\"kind\":\"Status\",\"message\":\"Unauthorized\"}"));
        open(write(cluster.server().address(), "", exec(plugin.toString())));

        var problem = seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class).problem();
        assertThat(problem.headline()).isEqualTo("The cluster rejected the credentials");
        assertThat(problem.remedy()).isNotEmpty();
        assertThat(cluster.server().exchanges()).extracting(exchange -> exchange.headers.get("authorization"))
                .containsExactly("Bearer 1", "Bearer 2");
        assertThat(Files.readAllLines(runs)).as("nobody is asked to sign in again and again").hasSize(2);

        session.retry();
        assertThat(live().nodes()).hasSize(1);
    }

    @Test
    void aWebPageInPlaceOfOneListLeavesTheOtherInSight() throws Exception {
        cluster.answer(exchange -> exchange.path().equals("/api/v1/pods"),
                exchange -> exchange.text(200, "text/html", "<html><title>Maintenance</title></html>"));
        open();

        var troubled = seen.until(
                clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.InterruptedConnection
                        && clusterSnapshot.nodeHealth().equals(new SnapshotCollectionHealth.LiveCollection()));
        assertThat(((SessionConnectionStatus.InterruptedConnection) troubled.connection()).problem().problemText())
                .contains("got a web page instead of the Kubernetes API").contains("Maintenance");
        assertThat(troubled.nodes()).isNotEmpty();
        cluster.answerNormally();
        assertThat(pods(live())).isEqualTo(1);
    }

    private static final String ABSURD = """
            {"metadata":{"name":"absurd","resourceVersion":"7","labels":{"big":"%s","\\u202eltr":"\\u05e9\\u05dc\\u05d5\\u05dd"},
             "creationTimestamp":"9999-99-99T99:99:99Z"},"spec":"none",
             "status":{"allocatable":{"nvidia.com/gpu":"1000000","memory":"99999999999999999999999Ei","cpu":"-5",
             "pods":{},"":"1","x":"1e999999999"},"conditions":[null,7,{"type":"Ready","status":"True"}]}}"""
            .formatted("x".repeat(1 << 20));

    @Test
    void absurdObjectsAreShownAsFarAsTheyMakeSenseAndDisturbNoOthers() throws Exception {
        var nameless = "{\"metadata\":{\"name\":\"\"}},{\"metadata\":null},null,5,[],"
                + "{\"metadata\":{\"name\":\"$(id)\"}},{\"metadata\":{\"name\":\"--apply\"}},{\"metadata\":{\"name\":\"a;b\"}},"
                + "{\"metadata\":{\"name\":\"a\\nb\"}}";
        var tame = ScriptedCluster.node("tame").replace("VERSION", "6");
        cluster.answer(exchange -> exchange.path().equals("/api/v1/nodes") && !exchange.watches(),
                exchange -> exchange.json(200, "{\"metadata\":{\"resourceVersion\":\"500\"},\"items\":[" + nameless
                        + "," + ABSURD + "," + tame + "]}"));
        open();

        var clusterSnapshot = live();
        assertThat(clusterSnapshot.nodes()).extracting(NodeWithBoundPods::name).containsExactly("absurd", "tame");
        var absurd = clusterSnapshot.findNode("absurd").orElseThrow().nodeSummary();
        assertThat(absurd.allocatable().get("nvidia.com/gpu")).isEqualTo(1_000_000);
        assertThat(absurd.allocatable().get("memory")).isEqualTo(Long.MAX_VALUE);
        assertThat(absurd.allocatable().get("cpu")).isZero();
        assertThat(absurd.label("big")).hasSizeLessThan(10_000).endsWith("…");
        assertThat(absurd.label("\u202eltr")).isEqualTo("שלום");
        assertThat(absurd.created()).isNull();
        assertThat(absurd.isReady()).isTrue();
    }

    @Test
    void absurdEventsOfAWatchDisturbNothing() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        for (var event : List.of("{\"type\":\"MODIFIED\",\"object\":null}", "{\"object\":{},\"type\":\"ADDED\"}",
                "{\"type\":\"WHATEVER\",\"object\":{}}", "[1,2]", "\u0000\u0001", "{\"type\":\"ADDED\"",
                "<html>gateway</html>", "{".repeat(100_000))) {
            cluster.send(event + "\n");
            cluster.putPod("team", "after-" + Integer.toHexString(event.hashCode()), "n1");
            var key = "after-" + Integer.toHexString(event.hashCode());
            var later = seen.until(clusterSnapshot -> clusterSnapshot.findPod("team", key).isPresent());
            assertThat(later.findPod("team", "p1")).as("what was known after %.20s", event).isPresent();
        }
        assertThat(live().nodes()).hasSize(1);
    }

    private static byte[] withoutEnd(String begin) {
        return (begin + "x".repeat(64 << 20)).getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked\r\n\r\n5;",
        "Content-Encoding: gzip\r\n\r\n\u001f\u008b\u0008\u0008\0\0\0\0\0\0"})
    void whatIsPutAroundAnAnswerIsNotBufferedWithoutEnd(String begin) throws Exception {
        cluster.answer(HostileClusterTest::listOfPods,
                exchange -> exchange.raw(withoutEnd("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + begin)));
        open();

        var troubled = seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        assertThat(troubled.problem().problemText()).contains("more than 4 MiB outside any response");
        cluster.answerNormally();
        assertThat(pods(live())).isEqualTo(1);
    }

    private static boolean listOfPods(Exchange exchange) {
        return exchange.path().equals("/api/v1/pods") && !exchange.watches();
    }

    @Test
    void aListWhosePagesNeverEndIsGivenUpAndSaid() throws Exception {
        cluster.answer(HostileClusterTest::listOfPods,
                exchange -> exchange.json(200,
                        "{\"metadata\":{\"resourceVersion\":\"500\",\"continue\":\"more\"},\"items\":["
                                + ScriptedCluster.pod("team", "p1", "n1") + "]}"));
        open();

        var clusterSnapshot = live();
        assertThat(pods(clusterSnapshot)).isEqualTo(1);
        assertThat(clusterSnapshot.unread().lines()).containsExactly("Only the first 2000 Pod objects were read");
        assertThat(cluster.server().exchanges().stream().filter(HostileClusterTest::listOfPods)).hasSize(2_000);
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.putPod("team", "p2", "n1");
        seen.until(later -> later.findPod("team", "p2").isPresent());
    }

    @Test
    void objectsWithoutEndAreKeptUpToALimitAndWhatIsKnownStillChanges() throws Exception {
        cluster.answer(HostileClusterTest::listOfPods, HostileClusterTest::endlessPage);
        open();

        var clusterSnapshot = live();
        assertThat(pods(clusterSnapshot)).isEqualTo(WatchedCollection.MOST_OBJECTS);
        assertThat(clusterSnapshot.unread().lines()).contains("Only the first 500000 Pod objects were read");
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.send("{\"type\":\"ADDED\",\"object\":" + ScriptedCluster.pod("team", "one-more", "n1") + "}\n");
        var full = seen.until(later -> later.unread().examples().stream().anyMatch(it -> it.name().equals("one-more")));
        assertThat(full.findPod("team", "one-more")).isEmpty();
        cluster.send("{\"type\":\"MODIFIED\",\"object\":" + ScriptedCluster.pod("team", "p-7", "n1") + "}\n");
        seen.until(later -> later.findPod("team", "p-7").orElseThrow().node().equals("n1"));
    }

    /** It ends when the client hangs up. */
    private static void endlessPage(Exchange exchange) throws Exception {
        exchange.begin(200, "application/json");
        exchange.piece("{\"metadata\":{\"resourceVersion\":\"500\"},\"items\":[{}");
        var piece = new StringBuilder();
        for (int i = 0; true; i++) {
            piece.append(",{\"metadata\":{\"name\":\"p-").append(i).append("\",\"namespace\":\"team\"}}");
            if (piece.length() > 1 << 16) {
                exchange.piece(piece.toString());
                piece.setLength(0);
            }
        }
    }

    @Test
    void podsOfTenThousandNamespacesAreReadAndLookedThrough() throws Exception {
        cluster.answer(exchange -> exchange.path().equals("/api/v1/namespaces"), HostileClusterTest::namespaces);
        for (int i = 0; i < 10_000; i++) {
            cluster.putPod("ns-" + i, "p", "n1");
        }
        open();

        assertThat(pods(live())).isEqualTo(10_001);
        assertThat(session.inspector().readNamespaces()).hasSize(10_000).contains("ns-9999");
    }

    private static void namespaces(Exchange exchange) throws Exception {
        int from = exchange.query("continue").isEmpty() ? 0 : Integer.parseInt(exchange.query("continue"));
        int limit = exchange.query("limit").isEmpty() ? 10_000 : Integer.parseInt(exchange.query("limit"));
        int to = Math.min(10_000, from + limit);
        var items = new StringBuilder();
        for (int i = from; i < to; i++) {
            items.append(i == from ? "" : ",").append("{\"metadata\":{\"name\":\"ns-").append(i).append("\"}}");
        }
        exchange.json(200, "{\"metadata\":{" + (to < 10_000 ? "\"continue\":\"" + to + "\"" : "") + "},\"items\":["
                + items + "]}");
    }
}
