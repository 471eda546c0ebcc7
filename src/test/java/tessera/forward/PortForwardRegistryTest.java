package tessera.forward;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.exec.Notes;
import tessera.cluster.exec.Reach;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.logs.HttpContainerLogReader;
import tessera.demo.SimulatedCluster;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Ports of pods are reached on this machine, by nobody but this machine, and through restarts of the pod. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortForwardRegistryTest {

    private SimulatedCluster cluster;
    private Reach reach;
    private ObjectRef pod;
    private Path folder;
    private PortForwardRegistry forwards;
    private final Notes notes = new Notes();

    @BeforeAll
    void begin(@TempDir Path temporary) throws Exception {
        folder = temporary;
        cluster = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false));
        reach = new Reach(cluster, temporary, "admin");
        pod = reach.pod("serving", "llm-serve-");
    }

    @BeforeEach
    void startAnew() {
        reach.enter(SessionAccessMode.READ_WRITE);
        forwards = forwards(reach);
    }

    @AfterEach
    void stop() {
        forwards.close();
    }

    @AfterAll
    void end() {
        reach.close();
        cluster.close();
    }

    private PortForwardRegistry forwards(Reach over) {
        return new PortForwardRegistry(new PortForward.PortForwardDependencies(over.containers(),
                new HttpContainerLogReader(over::connection), notes, Clock.systemUTC(), Duration.ofMillis(50)));
    }

    private static int any(PortForwardRegistry forwards, ObjectRef of, int port) throws Exception {
        return forwards.start(new PortForwardRequest(of, port, 0)).localPort();
    }

    private static String page(int port, String path) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                    BodyHandlers.ofString()).body();
        }
    }

    private PortForwardState state() {
        return forwards.states().getFirst();
    }

    private static void eventually(Callable<Boolean> condition) throws Exception {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, condition);
    }

    @Test
    void whatListensInAPodAnswersOnThisMachineAndWhatWentOverIsCounted() throws Exception {
        int port = any(forwards, pod, 8000);
        assertThat(page(port, "/v1/models")).contains("\"id\":\"llm-serve\"");
        assertThat(page(port, "/version")).contains("0.11.0");
        assertThat(state()).satisfies(state -> {
            assertThat(state.stage()).isEqualTo(ForwardStage.READY);
            assertThat(state.localAddress()).isEqualTo("127.0.0.1:" + port);
            assertThat(state.totalConnections()).isGreaterThanOrEqualTo(1);
            assertThat(state.receivedBytes()).isPositive();
            assertThat(state.sentBytes()).isPositive();
        });
        forwards.stop(state().number());
        assertThat(forwards.states()).isEmpty();
        assertThat(notes.lines()).containsSubsequence("port-forward: Forward port 8000 of serving/" + pod.name(),
                "DONE");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port)).isInstanceOf(IOException.class);
    }

    @Test
    void exportersAnswerAsTheyDoThroughTheProxy() throws Exception {
        int port = any(forwards, reach.pod("gpu-operator", "nvidia-dcgm-exporter-"), 9400);
        assertThat(page(port, "/metrics")).as("more than goes in one message").contains("DCGM_FI_DEV_GPU_UTIL")
                .hasSizeGreaterThan(2_000);
    }

    @Test
    void aProgramThatSaysItIsDoneStillHearsTheAnswer() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), any(forwards, pod, 8000))) {
            socket.getOutputStream().write("GET /version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).contains("0.11.0");
        }
    }

    @Test
    void nobodyButThisMachineReachesIt() throws Exception {
        int port = any(forwards, pod, 8000);
        for (var network : NetworkInterface.networkInterfaces().toList()) {
            for (var address : network.inetAddresses().filter(each -> !each.isLoopbackAddress()).toList()) {
                assertThatThrownBy(() -> new Socket(address, port)).isInstanceOf(IOException.class);
            }
        }
        assertThat(page(port, "/version")).as("but it does").contains("0.11.0");
    }

    @Test
    void thatNobodyListensIsToldInTheServersWordsAndTheForwardStays() throws Exception {
        int port = any(forwards, pod, 9999);
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThatThrownBy(() -> {
                if (socket.getInputStream().read() < 0) {
                    throw new IOException("ended");
                }
            }).isInstanceOf(IOException.class);
        }
        eventually(() -> state().statusText().contains("connection refused"));
        assertThat(state().stage()).isEqualTo(ForwardStage.READY);
    }

    @Test
    void aPodThatGoesAndComesBackIsWaitedFor() throws Exception {
        var pods = reach.connection().kubernetes().pods().inNamespace("ci");
        var again = new PodBuilder().withNewMetadata().withName("again").endMetadata().withNewSpec().addNewContainer()
                .withName("server").withImage("vllm/vllm-openai:v0.11.0").addNewPort().withContainerPort(8000).endPort()
                .endContainer().endSpec().build();
        pods.resource(again).create();
        int port = any(forwards, ObjectRef.pod("ci", "again"), 8000);
        eventually(() -> state().stage() == ForwardStage.READY
                && pods.withName("again").get().getStatus().getPhase().equals("Running"));
        assertThat(page(port, "/version")).contains("0.11.0");
        pods.withName("again").withGracePeriod(0).delete();
        eventually(
                () -> state().stage() == ForwardStage.WAITING && state().statusText().equals("The pod does not exist"));
        pods.resource(again).create();
        eventually(() -> pods.withName("again").get().getStatus().getPhase().equals("Running"));
        eventually(() -> state().stage() == ForwardStage.READY && state().statusText().isEmpty());
        assertThat(page(port, "/version")).contains("0.11.0");
    }

    @Test
    void whereThePodThatComesNextHasAnotherNameTheForwardEnds() throws Exception {
        var gone = reach.connection().kubernetes().pods().inNamespace("serving").list().getItems().stream()
                .map(each -> each.getMetadata().getName()).filter(name -> name.startsWith("llm-serve"))
                .filter(name -> !name.equals(pod.name())).findFirst().orElseThrow();
        int port = any(forwards, ObjectRef.pod("serving", gone), 8000);
        assertThat(page(port, "/version")).contains("0.11.0");
        reach.connection().kubernetes().pods().inNamespace("serving").withName(gone).withGracePeriod(0).delete();
        eventually(() -> state().stage() == ForwardStage.ENDED);
        assertThat(state().statusText()).isEqualTo("The pod is gone, and its replacement has a different name");
        assertThatThrownBy(() -> page(port, "/version")).isInstanceOf(IOException.class);
    }

    @Test
    void readOnlyModeRefusesToBeginAndEndsWhatGoesOn() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), any(forwards, pod, 8000))) {
            eventually(() -> state().connections() == 1);
            reach.enter(SessionAccessMode.READ_ONLY);
            socket.getOutputStream().write("GET /version HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            eventually(() -> state().stage() == ForwardStage.ENDED);
            assertThat(state().statusText()).isEqualTo("Closed by read-only mode");
        }
        assertThat(forwards.runningForwards()).isEmpty();
        var refused = catchThrowableOfType(ProblemException.class, () -> any(forwards, pod, 8000));
        assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.READ_ONLY);
        assertThat(refused.problem().headline()).isEqualTo("Read-only mode blocks port forwarding");
    }

    @Test
    void whoMayNotIsToldWhatIsMissingBeforeAnythingListens() throws Exception {
        try (var viewer = new Reach(cluster, folder, "viewer"); var limited = forwards(viewer)) {
            var refused = catchThrowableOfType(ProblemException.class, () -> any(limited, pod, 8000));
            assertThat(refused.problem().headline())
                    .isEqualTo("You may not get pods/portforward in the namespace “serving”");
            assertThat(limited.states()).isEmpty();
        }
        var exception = catchThrowableOfType(ProblemException.class,
                () -> any(forwards, ObjectRef.pod("serving", "nobody"), 8000));
        assertThat(exception.problem().kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var refused = catchThrowableOfType(ProblemException.class,
                    () -> forwards.start(new PortForwardRequest(pod, 8000, other.getLocalPort())));
            assertThat(refused.problem().headline())
                    .isEqualTo("Cannot listen on local port %d".formatted(other.getLocalPort()));
        }
    }

    @Test
    void portsAreSaidAsKubectlHasThem() {
        assertThat(PortForwardRequest.parse(pod, "8000")).contains(new PortForwardRequest(pod, 8000, 8000));
        assertThat(PortForwardRequest.parse(pod, "9000:8000")).contains(new PortForwardRequest(pod, 8000, 9000));
        assertThat(PortForwardRequest.parse(pod, ":8000")).contains(new PortForwardRequest(pod, 8000, 0));
        for (var wrong : new String[] {"", ":", "0", "x", "8000:", "70000", "1:70000", "0:80", "70000:80"}) {
            assertThat(PortForwardRequest.parse(pod, wrong)).as(wrong).isEmpty();
        }
    }
}
