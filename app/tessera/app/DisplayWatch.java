package tessera.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import tessera.ui.FxRelay;

/** Watches the thread that draws, and ends a program in which that does not answer any more, so that it is started again. */
final class DisplayWatch {

    /** How the program ends when its display hangs. */
    static final int HUNG = 4;
    /** Graphics drivers need their time after a display was plugged in, and no longer than this. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A small machine that has just been switched on reads all of it from a slow disk. */
    private static final Duration UNTIL_STARTED = Duration.ofMinutes(3);
    private static final Duration PACE = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(DisplayWatch.class.getName());
    /** Whoever should read what is said may hang as well. */
    private static final Duration WORDS = Duration.ofSeconds(15);

    private DisplayWatch() {}

    /** Watches over the start of what draws windows, until it is closed: a display may hang from the beginning. */
    static HangWatchdog whileStarting() {
        return whileStarting(PACE, UNTIL_STARTED);
    }

    static HangWatchdog whileStarting(Duration pace, Duration patience) {
        return watch(GraphicsToolkit::show, pace, patience);
    }

    /** Begins to watch; what draws windows has been started. */
    static HangWatchdog start() {
        return start(PACE, PATIENCE);
    }

    /**
     * The same with another patience.
     *
     * @param pace     between two questions
     * @param patience how long an answer may take
     */
    static HangWatchdog start(Duration pace, Duration patience) {
        return watch(FxRelay::show, pace, patience);
    }

    private static HangWatchdog watch(Executor watched, Duration pace, Duration patience) {
        return HangWatchdog.start(watched,
                new HangWatchdog.Terms(pace, patience, pace.multipliedBy(2), () -> end(patience)));
    }

    /** Nothing can be waited for any more, not even what is done at the end of a program. */
    private static void end(Duration patience) {
        var saying = Thread.ofPlatform().daemon().name("hung display").start(() -> say(patience));
        try {
            saying.join(WORDS);
        } catch (InterruptedException _) {
            // It ends all the same.
        }
        Runtime.getRuntime().halt(HUNG);
    }

    private static void say(Duration patience) {
        var words = "the display did not answer for %d s, so the program ends with %d to be started again"
                .formatted(patience.toSeconds(), HUNG);
        var hung = new IllegalStateException(words);
        hung.setStackTrace(new StackTraceElement[0]);
        Thread.getAllStackTraces().entrySet().stream().filter(DisplayWatch::draws).map(DisplayWatch::place)
                .forEach(hung::addSuppressed);
        // Before anything is said: whoever should read that may hang as well, and then nothing follows.
        CrashReports.inCharge().ifPresent(reports -> reports.report(Thread.currentThread().getName(), hung));
        System.err.println("tessera: " + words);
        LOG.log(Level.ERROR, "The display hangs", hung);
    }

    private static boolean draws(Map.Entry<Thread, StackTraceElement[]> thread) {
        return thread.getKey().getName().matches("JavaFX Application.*|QuantumRenderer.*|toolkit");
    }

    private static Throwable place(Map.Entry<Thread, StackTraceElement[]> thread) {
        var place = new IllegalStateException(thread.getKey().getName() + " is here");
        place.setStackTrace(thread.getValue());
        return place;
    }
}
