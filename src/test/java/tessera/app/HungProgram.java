package tessera.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import tessera.app.crash.CrashReportWriter;
import tessera.app.crash.JavaFxHangWatchdog;
import tessera.app.platform.JavaFxToolkitStarter;
import tessera.ui.JavaFxThreadRelay;

/** A program of its own whose display hangs as soon as it is there, and which ends by nothing else. */
final class HungProgram {

    private HungProgram() {}

    /**
     * Starts and hangs.
     *
     * @param arguments the folder of crash reports, and what else hangs: {@code words} where nobody reads what is said
     */
    public static void main(String[] arguments) throws Exception {
        CrashReportWriter.install(Path.of(arguments[0]));
        JavaFxToolkitStarter.awaitStarted();
        if (arguments.length > 1) {
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    System.err.println("Nobody reads this.");
                }
            });
        }
        var never = new CountDownLatch(1);
        var hangs = new CountDownLatch(1);
        JavaFxThreadRelay.runOnFxThread(() -> {
            hangs.countDown();
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        hangs.await();
        try (var _ = JavaFxHangWatchdog.start(Duration.ofMillis(100), Duration.ofSeconds(1))) {
            never.await();
        }
    }
}
