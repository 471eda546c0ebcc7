package tessera.metrics.prometheus;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.assertj.core.api.Assertions.assertThat;

/** A Prometheus that a test starts, if this machine has one. */
final class RealPrometheus implements AutoCloseable {

    static final String USER = "tessera";
    static final String PASSWORD = "hunter2";
    private static final String HASH = "$2b$04$abcdefghijklmnopqrstuuV3duMsC0HpUex6N9qapiuOHHWkwRXVm";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path log;
    private final int port;

    private RealPrometheus(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    static Optional<Path> program() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(part -> Path.of(part, "prometheus")).filter(Files::isExecutable).findFirst();
    }

    /** Starts it with a configuration and lets in only who knows the password. */
    static RealPrometheus start(Path folder, String configuration) throws IOException {
        int port = freePort();
        var config = Files.writeString(folder.resolve("prometheus.yml"), configuration);
        var web = Files.writeString(folder.resolve("web.yml"), "basic_auth_users:\n  " + USER + ": " + HASH + "\n");
        var log = folder.resolve("prometheus.log");
        var process = new ProcessBuilder(program().orElseThrow().toString(), "--config.file=" + config,
                "--web.config.file=" + web, "--web.listen-address=127.0.0.1:" + port,
                "--storage.tsdb.path=" + folder.resolve("data")).redirectErrorStream(true).redirectOutput(log.toFile())
                .start();
        return new RealPrometheus(process, log, port);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** Waits until something holds. */
    void await(BooleanSupplier condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(process.isAlive() && System.nanoTime() < end).as(Files.readString(log)).isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
