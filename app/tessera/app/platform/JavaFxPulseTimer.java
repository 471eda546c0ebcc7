package tessera.app.platform;

import com.sun.glass.ui.Timer;
import com.sun.javafx.tk.Toolkit;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The timer of JavaFX's pulses on Linux. JavaFX pauses its timer when nothing is to be drawn; the one it has for GTK does not heed
 * that and wakes the FX thread sixty times a second for ever. This one rests, also in the quarter of a second in which JavaFX waits
 * for more to draw before it pauses a timer, and ticks at once when it is resumed. Any thread.
 */
final class JavaFxPulseTimer extends Timer {

    private static final System.Logger LOG = System.getLogger(JavaFxPulseTimer.class.getName());
    private static final String REPLACED = "com.sun.glass.ui.gtk.GtkTimer";
    private static final String FIELD = "pulseTimer";
    private static final long STARTED = 1;

    private final BooleanSupplier enabled;
    private final AtomicBoolean resting = new AtomicBoolean();
    private volatile @Nullable Thread ticking;

    /** @param enabled whether a tick would have something drawn; where that comes to be so it is resumed after that */
    JavaFxPulseTimer(Runnable tick, BooleanSupplier enabled) {
        super(tick);
        this.enabled = enabled;
    }

    /**
     * Replaces GTK's timer, where JavaFX has the internals that are expected; otherwise changes nothing. To be called in the
     * runnable with which JavaFX starts, as the timer is started after that. FX thread.
     */
    static void install() {
        var toolkit = Toolkit.getToolkit();
        try {
            var timer = accessibleField(toolkit, FIELD);
            if (timer.get(toolkit).getClass().getName().equals(REPLACED)) {
                var animated = internalFlag(accessibleField(toolkit, "animationRunning").get(toolkit));
                var requested = internalFlag(accessibleField(toolkit, "nextPulseRequested").get(toolkit));
                timer.set(toolkit,
                        new JavaFxPulseTimer((Runnable) accessibleField(toolkit, "timerRunnable").get(toolkit),
                                () -> animated.getAsBoolean() || requested.getAsBoolean()));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError other) {
            LOG.log(Level.DEBUG, "default pulses kept", other);
        }
    }

    private static Field accessibleField(Toolkit toolkit, String name) throws NoSuchFieldException {
        var field = toolkit.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Returns a supplier of a flag that JavaFX keeps in a class of its own. */
    private static BooleanSupplier internalFlag(Object noted) throws ReflectiveOperationException {
        var get = noted.getClass().getDeclaredMethod("get");
        get.setAccessible(true);
        return () -> {
            try {
                return (boolean) get.invoke(noted);
            } catch (ReflectiveOperationException _) {
                // Without a pause of its own it still heeds those of JavaFX.
                return true;
            }
        };
    }

    @Override
    protected long _start(Runnable tick) {
        throw new UnsupportedOperationException("unknown refresh times");
    }

    @Override
    protected long _start(Runnable tick, int milliseconds) {
        resting.set(false);
        var thread = Thread.ofPlatform().daemon().name("pulses")
                .unstarted(() -> run(tick, Duration.ofMillis(milliseconds).toNanos()));
        ticking = thread;
        thread.start();
        return STARTED;
    }

    private void run(Runnable tick, long period) {
        long due = System.nanoTime();
        while (Thread.currentThread().equals(ticking)) {
            long remaining = due - System.nanoTime();
            if (resting.get()) {
                LockSupport.park(this);
                due = System.nanoTime();
            } else if (remaining > 0) {
                LockSupport.parkNanos(this, remaining);
            } else if (!enabled.getAsBoolean()) {
                resting.set(true);
                // Who asked in between saw a timer that did not rest, and did not wake it.
                if (enabled.getAsBoolean()) {
                    resting.set(false);
                }
            } else {
                // What was missed while nobody had time for it is not made up for.
                due = Math.max(due + period, System.nanoTime());
                tick.run();
            }
        }
    }

    @Override
    protected void _pause(long started) {
        resting.set(true);
    }

    @Override
    protected void _resume(long started) {
        if (resting.getAndSet(false)) {
            LockSupport.unpark(ticking);
        }
    }

    @Override
    protected void _stop(long started) {
        var thread = ticking;
        ticking = null;
        LockSupport.unpark(thread);
    }
}
