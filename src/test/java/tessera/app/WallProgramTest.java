package tessera.app;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** A wall as a supervisor starts and watches it, and a window as a menu does. */
class WallProgramTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path home;

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String get(int port, String path) throws InterruptedException {
        try {
            return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                    BodyHandlers.ofString()).body();
        } catch (IOException notYet) {
            return "";
        }
    }

    @Test
    void itStartsWithoutAnybodyAndTellsThatItIsAlive() throws Exception {
        int port = free();
        var err = home.resolve("err");
        var wall = new Program(home).with("JAVA_TOOL_OPTIONS", "-Dglass.platform=Headless -Dprism.order=sw").start(
                home.resolve("out"), err, "--wall", "--demo-nodes", "6", "--metrics-port", Integer.toString(port));
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> get(port, "/healthz").equals("ok\n"));

            assertThat(get(port, "/livez")).isEqualTo("ok\n");
            assertThat(get(port, "/metrics")).contains("tessera_wall_cluster_live{context=\"demo (simulated)\",} 1.0")
                    .contains("tessera_wall_display_silent_seconds");
            assertThat(wall.isAlive()).as(Files.readString(err)).isTrue();
        } finally {
            wall.destroyForcibly().waitFor();
        }
    }

    @Test
    void theWindowOpensOnTheSimulatedClusterAsMenusStartIt() throws Exception {
        var err = home.resolve("err");
        var log = home.resolve(".local/state/tessera/logs/tessera-0.0.log");
        var window = new Program(home).with("JAVA_TOOL_OPTIONS", "-Dglass.platform=Headless -Dprism.order=sw")
                .start(home.resolve("out"), err, "--demo");
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> Files.exists(log) && Files.readString(log).contains("A cluster is painted"));

            assertThat(Files.readString(log)).contains("The window is painted");
            assertThat(window.isAlive()).as(Files.readString(err)).isTrue();
        } finally {
            window.destroyForcibly().waitFor();
        }
    }
}
