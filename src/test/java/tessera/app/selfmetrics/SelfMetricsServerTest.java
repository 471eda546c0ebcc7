package tessera.app.selfmetrics;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Program;
import tessera.gpu.Sample;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.ui.StillDesk;
import tessera.ui.metrics.Afternoon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the program tells of itself over HTTP. */
class SelfMetricsServerTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Clock CLOCK = Clock.fixed(Sample.NOW.plusSeconds(30), ZoneOffset.UTC);

    @TempDir
    private Path home;

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                BodyHandlers.ofString());
    }

    private static SelfMetricsServer listening(StillDesk desk) throws ProblemException {
        var projections = new ScreenStateBuildCounters();
        projections.measureOn(Runnable::run).execute(() -> {});
        return SelfMetricsServer.open(0, new SelfMetricsCollector(desk, projections, CLOCK));
    }

    @Test
    void whoScrapesItLearnsHowItStandsWithTheClusterAndWithExporters() throws Exception {
        try (var port = listening(Afternoon.ofEight().desk())) {
            var answer = get(port.port(), "/metrics");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body().lines()).contains("tessera_connection_state{state=\"live\",} 1.0",
                    "tessera_connection_state{state=\"stale\",} 0.0", "tessera_snapshot_age_seconds 30.0",
                    "tessera_contact_lost_seconds 0.0", "tessera_nodes 2.0", "tessera_exporters{state=\"read\",} 1.0",
                    "tessera_exporters{state=\"failed\",} 0.0", "tessera_readings_age_seconds 30.0",
                    "tessera_projections_total 1.0");
            assertThat(answer.body()).contains("tessera_heap_used_bytes ");
            assertThat(get(port.port(), "/healthz").body()).isEqualTo("ok\n");
        }
    }

    @Test
    void whatIsNotKnownIsLeftOut() throws Exception {
        var desk = new StillDesk(ClusterSnapshot.empty(Sample.NOW));
        try (var port = listening(desk)) {
            assertThat(get(port.port(), "/metrics").body()).doesNotContain("tessera_snapshot_age_seconds")
                    .doesNotContain("tessera_contact_lost_seconds").doesNotContain("tessera_readings_age_seconds")
                    .doesNotContain("tessera_alerts").contains("tessera_connection_state{state=\"closed\",} 1.0");
            assertThat(get(port.port(), "/healthz").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void aLostClusterIsToldWithTheReasonAndTheTime() throws Exception {
        var desk = Afternoon.ofEight().desk();
        var problem = Problem.of(Problem.OperationProblemKind.UNREACHABLE, "The API server does not answer");
        desk.snapshots.update(before -> before.withConnection(
                new SessionConnectionStatus.StaleConnection(problem, Sample.NOW.minusSeconds(60), 3, Sample.NOW)));
        try (var port = listening(desk)) {
            var health = get(port.port(), "/healthz");

            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).isEqualTo("stale: The API server does not answer\n");
            assertThat(get(port.port(), "/livez").body()).as("starting it again would not help").isEqualTo("ok\n");
            assertThat(get(port.port(), "/metrics").body()).contains("tessera_contact_lost_seconds 90.0");
        }
    }

    @Test
    void itAnswersNothingElse() throws Exception {
        try (var port = listening(Afternoon.ofEight().desk())) {
            var target = URI.create("http://127.0.0.1:" + port.port() + "/metrics");
            assertThat(CLIENT.send(HttpRequest.newBuilder(target).POST(BodyPublishers.ofString("x")).build(),
                    BodyHandlers.ofString()).statusCode()).isEqualTo(405);
            assertThat(get(port.port(), "/metrics/").statusCode()).isEqualTo(404);
            assertThat(get(port.port(), "/").statusCode()).isEqualTo(404);
            assertThat(said(port.port(), "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static String said(int port, String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (var server = listening(Afternoon.ofEight().desk())) {
            int port = server.port();
            assertThatThrownBy(() -> SelfMetricsServer.open(port,
                    new SelfMetricsCollector(Afternoon.ofEight().desk(), new ScreenStateBuildCounters(), CLOCK)))
                    .isInstanceOf(ProblemException.class).hasMessageContaining("Cannot listen on port " + port);
        }
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** The program with its window, on no display. */
    private Process window(String name, String... options) throws IOException {
        var arguments = new ArrayList<>(List.of("--demo-nodes", "6", "--screenshot", name + ".png"));
        arguments.addAll(List.of(options));
        return new Program(home).with("JAVA_TOOL_OPTIONS", "-Dglass.platform=Headless -Dprism.order=sw")
                .start(home.resolve(name + ".out"), home.resolve(name + ".err"), arguments.toArray(String[]::new));
    }

    /** How many sockets a process listens on. */
    private static long listening(Process process) throws IOException {
        var held = new HashSet<String>();
        try (var open = Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (var file : open) {
                held.add(Files.readSymbolicLink(file).toString());
            }
        }
        var sockets = new ArrayList<String>();
        for (var table : List.of("tcp", "tcp6")) {
            sockets.addAll(Files.readAllLines(Path.of("/proc", "net", table)));
        }
        return sockets.stream().map(line -> line.strip().split(" +"))
                .filter(fields -> fields[3].equals("0A") && held.contains("socket:[" + fields[9] + "]")).count();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theWindowListensIfItIsToldToAndNotOtherwise() throws Exception {
        int port = free();
        var silent = window("silent");
        var telling = window("telling", "--metrics-port", Integer.toString(port));
        try {
            for (var name : List.of("silent.png", "telling.png")) {
                WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.exists(home.resolve(name)));
            }
            assertThat(get(port, "/healthz").body()).isEqualTo("ok\n");
            assertThat(get(port, "/metrics").body()).contains("tessera_nodes 6.0")
                    .doesNotContain("tessera_projections_total 0.0");
            // The simulated cluster inside it has a socket of its own.
            assertThat(listening(silent)).isEqualTo(listening(telling) - 1);
        } finally {
            silent.destroyForcibly().waitFor();
            telling.destroyForcibly().waitFor();
        }
    }

    @Test
    void aNumberThatIsNoPortIsNotUnderstood() throws Exception {
        var outcome = new Program(home).run("--metrics-port", "70000");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--metrics-port must be 1 to 65535, not 70000");
    }
}
