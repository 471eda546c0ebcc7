package tessera.app.crash;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import tessera.app.platform.HangWatchdog;
import tessera.app.platform.JavaFxToolkitStarter;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;

/** Watches the JavaFX thread, and ends the program when that hangs, so that a supervisor restarts it. */
public final class JavaFxHangWatchdog {

    /** How the program ends when its display hangs. */
    public static final int HUNG = 4;
    /** Graphics drivers need their time after a display was plugged in, and no longer than this. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A small machine that has just been switched on reads all of it from a slow disk. */
    private static final Duration UNTIL_STARTED = Duration.ofMinutes(3);
    private static final Duration PACE = Duration.ofSeconds(5);

    private static final MessageCatalog MESSAGES = MessageCatalog.of(JavaFxHangWatchdog.class);
    private static final Logger LOG = System.getLogger(JavaFxHangWatchdog.class.getName());
    /** Whoever should read what is said may hang as well. */
    private static final Duration WORDS = Duration.ofSeconds(15);

    private JavaFxHangWatchdog() {}

    /** Watches the start of the toolkit until it is closed: a display may hang from the beginning. */
    public static HangWatchdog whileStarting() {
        return whileStarting(PACE, UNTIL_STARTED);
    }

    public static HangWatchdog whileStarting(Duration pace, Duration timeout) {
        return startWatchdog(JavaFxToolkitStarter::runOnFxThread, pace, timeout);
    }

    /** Watches the JavaFX thread after the toolkit has been started. */
    public static HangWatchdog start() {
        return start(PACE, PATIENCE);
    }

    /**
     * Watches the JavaFX thread with another interval and timeout.
     *
     * @param pace     between two questions
     * @param timeout how long an answer may take
     */
    public static HangWatchdog start(Duration pace, Duration timeout) {
        return startWatchdog(JavaFxThreadRelay::runOnFxThread, pace, timeout);
    }

    private static HangWatchdog startWatchdog(Executor watched, Duration pace, Duration timeout) {
        return HangWatchdog.start(watched,
                new HangWatchdog.WatchdogSettings(pace, timeout, pace.multipliedBy(2), () -> haltProgram(timeout)));
    }

    /** Halts the program without waiting for shutdown hooks, which may hang as well. */
    private static void haltProgram(Duration timeout) {
        var saying = Thread.ofPlatform().daemon().name("hung display").start(() -> reportHang(timeout));
        try {
            saying.join(WORDS);
        } catch (InterruptedException _) {
            // It ends all the same.
        }
        Runtime.getRuntime().halt(HUNG);
    }

    private static void reportHang(Duration timeout) {
        var text = MESSAGES.text("hang.exit", timeout.toSeconds(), HUNG);
        var hung = new IllegalStateException(text);
        hung.setStackTrace(new StackTraceElement[0]);
        Thread.getAllStackTraces().entrySet().stream().filter(JavaFxHangWatchdog::isDrawingThread)
                .map(JavaFxHangWatchdog::stackTraceOf).forEach(hung::addSuppressed);
        // Before anything is said: whoever should read that may hang as well, and then nothing follows.
        CrashReportWriter.installedReports()
                .ifPresent(reports -> reports.report(Thread.currentThread().getName(), hung));
        System.err.println("tessera: " + text);
        LOG.log(Level.ERROR, "display hung", hung);
    }

    private static boolean isDrawingThread(Map.Entry<Thread, StackTraceElement[]> thread) {
        return thread.getKey().getName().matches("JavaFX Application.*|QuantumRenderer.*|toolkit");
    }

    private static Throwable stackTraceOf(Map.Entry<Thread, StackTraceElement[]> thread) {
        var place = new IllegalStateException("stack of " + thread.getKey().getName());
        place.setStackTrace(thread.getValue());
        return place;
    }
}
