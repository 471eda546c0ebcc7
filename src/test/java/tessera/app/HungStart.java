package tessera.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import tessera.app.crash.CrashReportWriter;
import tessera.app.crash.JavaFxHangWatchdog;

/** A program of its own in which what draws windows never takes orders, as where a display server hangs from the beginning. */
final class HungStart {

    private HungStart() {}

    /**
     * Waits for good.
     *
     * @param arguments the folder of crash reports
     */
    public static void main(String[] arguments) throws Exception {
        CrashReportWriter.install(Path.of(arguments[0]));
        var never = new CountDownLatch(1);
        Thread.ofPlatform().daemon().name("toolkit").start(() -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        try (var _ = JavaFxHangWatchdog.whileStarting(Duration.ofMillis(100), Duration.ofSeconds(1))) {
            never.await();
        }
    }
}
