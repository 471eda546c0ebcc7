package tessera.cluster.exec;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.ClusterConnection;
import tessera.cluster.change.PlanClusterAccess;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.DuplexMessageListener;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.exec.ContainerExecForwardClient.ContainerPermissionKind;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecRequest;
import tessera.exec.ShellFallbackSession;
import tessera.filecopy.TarEntry;
import tessera.filecopy.TarWriter;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Commands run in containers through the session's only door, and nothing runs that the gate or the server refuses. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainersTest {

    private static final String CONTAINER = "server";

    private Path folder;
    private SimulatedCluster cluster;
    private Reach reach;
    private ClusterConnection connection;
    private HttpContainerExecForwardClient containers;
    private ObjectRef pod;

    @BeforeAll
    void begin(@TempDir Path temporary) throws Exception {
        folder = temporary;
        cluster = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false));
        reach = new Reach(cluster, folder, "admin");
        connection = reach.connection();
        containers = reach.containers();
        pod = reach.pod("serving", "llm-serve-");
    }

    @BeforeEach
    void allowChanges() {
        reach.enter(SessionAccessMode.READ_WRITE);
    }

    @AfterAll
    void end() {
        reach.close();
        cluster.close();
    }

    private Heard run(String... command) throws Exception {
        var heard = new Heard();
        try (var _ = containers.start(new ExecRequest(pod, CONTAINER, List.of(command), false, false), heard)) {
            heard.ending();
        }
        return heard;
    }

    private Heard shell(ObjectRef in, String container, String typed) throws Exception {
        var heard = new Heard();
        try (var session = ShellFallbackSession.start(containers, ExecRequest.forTerminal(in, container, List.of()),
                heard)) {
            heard.until("#");
            session.write(typed.getBytes(StandardCharsets.UTF_8));
            heard.ending();
        }
        return heard;
    }

    @Test
    void outputErrorsAndExitCodesArriveAsTheyWere() throws Exception {
        var heard = run("sh", "-c", "echo out; cat /missing; exit 7");
        assertThat(heard.text()).isEqualTo("out\n");
        assertThat(heard.complaint()).contains("/missing: No such file");
        assertThat(heard.ending()).isEqualTo(new ExecExitStatus.ProcessExit(7));
        assertThat(run("emacs").ending()).isInstanceOfSatisfying(ExecExitStatus.ExecStartFailure.class, failure -> {
            assertThat(failure.problem().headline()).isEqualTo("The container has no program “emacs”");
            assertThat(failure.problem().detail()).contains("executable file not found");
        });
        assertThat(run("/opt/train").ending()).isInstanceOfSatisfying(ExecExitStatus.ExecStartFailure.class,
                failure -> assertThat(failure.problem().headline())
                        .isEqualTo("The container has no program “/opt/train”"));
    }

    /** A server that agrees to everything, and then sends frames with these heads, of which the last repeats. */
    private static ScriptedServer agreeing(byte[]... heads) throws Exception {
        return ScriptedServer.start(exchange -> {
            var accepted = Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1")
                            .digest((exchange.headers.get("sec-websocket-key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                                    .getBytes(StandardCharsets.UTF_8)));
            var all = new ByteArrayOutputStream();
            all.writeBytes(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Protocol: v5.channel.k8s.io\r\nSec-WebSocket-Accept: " + accepted + "\r\n"
                    + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            for (int frame = 0; frame < 40; frame++) {
                all.writeBytes(heads[Math.min(frame, heads.length - 1)]);
                all.writeBytes(new byte[64 << 10]);
            }
            exchange.raw(all.toByteArray());
        });
    }

    private static ExecExitStatus ending(byte[]... heads) throws Exception {
        var heard = new Heard();
        try (var server = agreeing(heads);
                var open = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                        () -> SessionAccessMode.READ_WRITE);
                var _ = new HttpContainerExecForwardClient(() -> open,
                        PlanClusterAccess.overRoute(() -> open, () -> SessionAccessMode.READ_WRITE, Clock.systemUTC(),
                                Contexts.terms().environment()).steps())
                        .start(new ExecRequest(ObjectRef.pod("a", "b"), "c", List.of("true"), false, false), heard)) {
            var exitStatus = heard.ending();
            assertThat(server.exchanges().getLast().headers).doesNotContainKey("sec-websocket-extensions");
            return exitStatus;
        }
    }

    @Test
    void aMessageWithoutAnEndIsNotHeldWhateverItIsMadeOf() throws Exception {
        byte[] whole = {(byte) 0x82, 127, 0, 0, 0, 4, 0, 0, 0, 0};
        byte[] negative = {(byte) 0x82, 127, -1, 0, 0, 4, 0, 0, 0, 0};
        byte[] begun = {0x02, 127, 0, 0, 0, 0, 0, 1, 0, 0};
        byte[] more = {0x00, 127, 0, 0, 0, 0, 0, 1, 0, 0};
        for (var heads : List.of(new byte[][] {whole}, new byte[][] {negative}, new byte[][] {begun, more})) {
            assertThat(ending(heads)).isInstanceOfSatisfying(ExecExitStatus.ExecConnectionLoss.class,
                    connectionLoss -> assertThat(
                            connectionLoss.problem().detail() + connectionLoss.problem().headline())
                            .contains("larger than 1 MiB"));
        }
        var pings = new byte[4_000];
        for (int at = 0; at < pings.length; at += 2) {
            pings[at] = (byte) 0x89;
        }
        assertThat(ending(pings)).isInstanceOfSatisfying(ExecExitStatus.ExecConnectionLoss.class,
                connectionLoss -> assertThat(connectionLoss.problem().detail() + connectionLoss.problem().headline())
                        .contains("1000 pings a minute"));
        byte[] compressed = {(byte) 0xc2, 127, 0, 0, 0, 0, 0, 1, 0, 0};
        assertThat(ending(compressed)).as("nobody agreed to compressed messages")
                .isInstanceOf(ExecExitStatus.ExecConnectionLoss.class);
    }

    @Test
    void anAgreementThatComesLineAfterLineIsNotWaitedForForEver() throws Exception {
        try (var server = ScriptedServer.start(exchange -> {
            exchange.part("HTTP/1.1 101 Switching Protocols\r\n");
            while (true) {
                exchange.part("X-More: 1\r\n");
                Thread.sleep(50);
            }
        });
                var open = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                        () -> SessionAccessMode.READ_WRITE)) {
            var failure = catchThrowableOfType(ProblemException.class, () -> open.openSocket(
                    ApiRequest.followLog("/api/v1/namespaces/a/pods/b/exec", Duration.ofSeconds(1), "run true in b"),
                    List.of("v5.channel.k8s.io"), new DuplexMessageListener() {
                        @Override
                        public void onMessage(ByteBuffer message) {}

                        @Override
                        public void onEnd(Optional<Problem> problem) {}
                    }));
            assertThat(failure.problem().kind()).isEqualTo(OperationProblemKind.TIMEOUT);
        }
    }

    @Test
    void howACommandEndedIsNotToldAtTheLengthOfAMegabyte() throws Exception {
        byte[] status = {(byte) 0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0, 3};
        assertThat(ending(status)).isInstanceOfSatisfying(ExecExitStatus.ExecConnectionLoss.class, connectionLoss -> {
            assertThat(connectionLoss.problem().headline()).contains("did not report how the command ended");
            assertThat(connectionLoss.problem().problemText()).hasSizeLessThan(20_000);
        });
    }

    @Test
    void bytesThatNoTextHasArriveAsTheyWere() throws Exception {
        var expected = new ByteArrayOutputStream();
        expected.writeBytes("\u001b[38;2;1;2;3m".getBytes(StandardCharsets.UTF_8));
        expected.writeBytes(new byte[] {(byte) 0xff, 0, (byte) 0x80});
        expected.writeBytes("é€𝄞\u001b]0;title\u0007".getBytes(StandardCharsets.UTF_8));
        var archive = new ByteArrayOutputStream();
        var tar = new TarWriter(archive);
        tar.begin(TarEntry.file("bytes", expected.size(), 0644, Instant.EPOCH));
        tar.write(expected.toByteArray(), 0, expected.size());
        tar.finish();
        var unpacked = new Heard();
        try (var session = containers.start(
                new ExecRequest(pod, CONTAINER, List.of("tar", "-xf", "-", "-C", "/tmp"), true, false), unpacked)) {
            session.write(archive.toByteArray());
            assertThat(session.endInput()).isTrue();
            assertThat(unpacked.ending()).isEqualTo(new ExecExitStatus.ProcessExit(0));
        }
        assertThat(run("cat", "/tmp/bytes").bytes()).isEqualTo(expected.toByteArray());
    }

    @Test
    void theServerIsToldHowLargeTheTerminalIs() throws Exception {
        var heard = new Heard();
        try (var session = ShellFallbackSession.start(containers, ExecRequest.forTerminal(pod, CONTAINER, List.of()),
                heard)) {
            heard.until("#");
            session.resize(132, 43);
            session.write("stty size\r".getBytes(StandardCharsets.UTF_8));
            heard.until("43 132");
            session.resize(20, 5);
            session.write("stty size\r".getBytes(StandardCharsets.UTF_8));
            heard.until("5 20");
        }
        assertThat(heard.ending()).isEqualTo(new ExecExitStatus.UserClosedSession());
    }

    @Test
    void shellsAreTriedUntilOneIsThereAndWhereNoneIsThatIsSaid() throws Exception {
        connection.kubernetes().pods().inNamespace("ci")
                .resource(new PodBuilder().withNewMetadata().withName("small").endMetadata().withNewSpec()
                        .addNewContainer().withName("main").withImage("busybox:1.37").withCommand("sleep", "infinity")
                        .endContainer().endSpec().build())
                .create();
        while (!connection.kubernetes().pods().inNamespace("ci").withName("small").get().getStatus().getPhase()
                .equals("Running")) {
            var store = cluster.storedObjects().store();
            store.awaitVersion(store.currentVersion() + 1, Duration.ofMillis(100));
        }
        var heard = shell(ObjectRef.pod("ci", "small"), "main", "echo here\rexit 3\r");
        assertThat(heard.text()).contains("here").doesNotContain("OCI runtime");
        assertThat(heard.ending()).isEqualTo(new ExecExitStatus.ProcessExit(3));

        var bare = new Heard();
        var plugin = reach.pod("gpu-operator", "nvidia-device-plugin-daemonset-");
        try (var _ = ShellFallbackSession.start(containers,
                ExecRequest.forTerminal(plugin, "nvidia-device-plugin", List.of()), bare)) {
            assertThat(bare.ending()).isInstanceOfSatisfying(ExecExitStatus.ExecStartFailure.class, failure -> {
                assertThat(failure.problem().headline()).isEqualTo("The container “nvidia-device-plugin” has no shell");
                assertThat(failure.problem().detail()).startsWith("Tried bash, sh, ash and /busybox/sh");
            });
        }
    }

    @Test
    void whatRunsIsInterruptedAndGoesWithItsPod() throws Exception {
        var heard = new Heard();
        try (var session = ShellFallbackSession.start(containers, ExecRequest.forTerminal(pod, CONTAINER, List.of()),
                heard)) {
            heard.until("#");
            session.write("sleep infinity\r".getBytes(StandardCharsets.UTF_8));
            heard.until("infinity");
            session.write(new byte[] {3});
            heard.until("^C");
            session.write("echo Äpfel\u007f\r".getBytes(StandardCharsets.UTF_8));
            heard.until("\nÄpfe\r");
        }
        var doomed = reach.pod("notebooks", "jupyter-");
        var other = new Heard();
        var name = connection.kubernetes().pods().inNamespace("notebooks").withName(doomed.name()).get().getSpec()
                .getContainers().getFirst().getName();
        try (var _ = ShellFallbackSession.start(containers, ExecRequest.forTerminal(doomed, name, List.of()), other)) {
            other.until("#");
            connection.kubernetes().pods().inNamespace("notebooks").withName(doomed.name()).withGracePeriod(0).delete();
            assertThat(other.ending()).isEqualTo(new ExecExitStatus.ProcessExit(137));
        }
    }

    @Test
    void inReadOnlyModeNothingIsStartedAndWhatRunsEnds() throws Exception {
        var heard = new Heard();
        try (var session = ShellFallbackSession.start(containers, ExecRequest.forTerminal(pod, CONTAINER, List.of()),
                heard)) {
            heard.until("#");
            reach.enter(SessionAccessMode.READ_ONLY);
            var refused = catchThrowableOfType(ProblemException.class,
                    () -> session.write("x".getBytes(StandardCharsets.UTF_8)));
            assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(heard.ending()).isInstanceOfSatisfying(ExecExitStatus.ExecConnectionLoss.class,
                    connectionLoss -> assertThat(connectionLoss.problem().headline())
                            .isEqualTo("Closed by read-only mode"));
        }
        for (var use : ContainerPermissionKind.values()) {
            assertThat(containers.findRefusal(pod, use)).get()
                    .satisfies(problem -> assertThat(problem.headline()).startsWith("Read-only mode blocks "));
        }
        var problemException = catchThrowableOfType(ProblemException.class, () -> run("true"));
        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
        assertThat(problemException.problem().headline())
                .startsWith("Read-only mode blocked GET /api/v1/namespaces/serving");
    }

    @Test
    void enteringReadOnlyModeEndsWhatNobodyTypesInto() throws Exception {
        var heard = new Heard();
        try (var _ = containers.start(new ExecRequest(pod, CONTAINER, List.of("sleep", "infinity"), false, true),
                heard)) {
            connection.leaveContainers();
            assertThat(heard.ending()).isInstanceOfSatisfying(ExecExitStatus.ExecConnectionLoss.class,
                    connectionLoss -> assertThat(connectionLoss.problem().kind())
                            .isEqualTo(OperationProblemKind.READ_ONLY));
        }
    }

    @Test
    void whoMayNotIsToldWhatIsMissing() throws Exception {
        try (var viewer = new Reach(cluster, folder, "viewer")) {
            var limited = viewer.containers();
            assertThat(limited.findRefusal(pod, ContainerPermissionKind.EXEC)).get()
                    .satisfies(problem -> assertThat(problem.headline())
                            .isEqualTo("You may not get pods/exec in the namespace “serving”"));
            assertThat(containers.findRefusal(pod, ContainerPermissionKind.EXEC)).isEmpty();
            var problemException = catchThrowableOfType(ProblemException.class,
                    () -> limited.start(new ExecRequest(pod, CONTAINER, List.of("true"), false, false), new Heard()));
            assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problemException.problem().detail()).contains("viewer", "pods/exec");
        }
        var gone = ObjectRef.pod("serving", "nobody");
        var problemException = catchThrowableOfType(ProblemException.class,
                () -> containers.start(new ExecRequest(gone, CONTAINER, List.of("true"), false, false), new Heard()));
        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
    }

    @Test
    void whoMayOnlyGetExecIsRefusedBySuchServersAsAskForCreateToo() throws Exception {
        grantGetExec("nobody");
        try (var reader = new Reach(cluster, folder, "nobody")) {
            var limited = reader.containers();
            assertThat(limited.findRefusal(pod, ContainerPermissionKind.EXEC)).get()
                    .satisfies(problem -> assertThat(problem.headline())
                            .isEqualTo("You may not create pods/exec in the namespace “serving”"));
            var problemException = catchThrowableOfType(ProblemException.class,
                    () -> limited.start(new ExecRequest(pod, CONTAINER, List.of("true"), false, false), new Heard()));
            assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(problemException.problem().detail()).contains("cannot create resource \"pods/exec\"");

            SimulatedHttpServerFaults.of(cluster).addFault("GET /version", SimulatedHttpServerFault.ofAnswer(200,
                    "application/json", "{\"gitVersion\":\"v1.34.6\",\"platform\":\"linux/amd64\"}"), 1);
            assertThat(limited.findRefusal(pod, ContainerPermissionKind.EXEC)).as("before 1.35, get was enough")
                    .isEmpty();
        }
    }

    private void grantGetExec(String user) {
        var roles = connection.kubernetes().rbac();
        roles.roles().inNamespace("serving").resource(new RoleBuilder().withNewMetadata().withName("look").endMetadata()
                .addNewRule().withApiGroups("").withResources("pods/exec").withVerbs("get").endRule().build()).create();
        roles.roleBindings().inNamespace("serving")
                .resource(new RoleBindingBuilder().withNewMetadata().withName("look").endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", "look")
                        .addNewSubject("rbac.authorization.k8s.io", "User", user, null).build())
                .create();
    }

    @Test
    void gpusAreToldAsTheirDriverTellsThem() throws Exception {
        var heard = run("sh", "-c", "nvidia-smi -L; nvidia-smi topo -m; nvidia-smi dmon -c 1");
        assertThat(heard.text()).contains("GPU 0: NVIDIA H100", "\t\u001b[4mGPU0\t", "GPU0\t X ", "# gpu    pwr");
        assertThat(run("nvidia-smi", "bogus").ending()).as("as that of driver 580")
                .isEqualTo(new ExecExitStatus.ProcessExit(255));
    }
}
