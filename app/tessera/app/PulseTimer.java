package tessera.app;

import com.sun.glass.ui.Timer;
import com.sun.javafx.tk.Toolkit;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The timer of JavaFX's pulses on Linux. JavaFX pauses its timer when nothing is to be drawn; the one it has for GTK does not heed
 * that and wakes the FX thread sixty times a second for ever. This one rests, and ticks at once when it is resumed. Any thread.
 */
final class PulseTimer extends Timer {

    private static final System.Logger LOG = System.getLogger(PulseTimer.class.getName());
    private static final String REPLACED = "com.sun.glass.ui.gtk.GtkTimer";
    private static final String FIELD = "pulseTimer";
    private static final long STARTED = 1;

    private final AtomicBoolean resting = new AtomicBoolean();
    private volatile @Nullable Thread ticking;

    PulseTimer(Runnable tick) {
        super(tick);
    }

    /**
     * Has it take the place of GTK's, where JavaFX is what it was built for; otherwise all stays as it is. To be called in the
     * runnable with which JavaFX starts, as the timer is started after that. FX thread.
     */
    static void install() {
        var toolkit = Toolkit.getToolkit();
        try {
            var timer = toolkit.getClass().getDeclaredField(FIELD);
            var tick = toolkit.getClass().getDeclaredField("timerRunnable");
            timer.setAccessible(true);
            tick.setAccessible(true);
            if (timer.get(toolkit).getClass().getName().equals(REPLACED)) {
                timer.set(toolkit, new PulseTimer((Runnable) tick.get(toolkit)));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError other) {
            LOG.log(Level.DEBUG, "the timer of pulses stays as it is", other);
        }
    }

    @Override
    protected long _start(Runnable tick) {
        throw new UnsupportedOperationException("the display does not tell when it refreshes");
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
            long left = due - System.nanoTime();
            if (resting.get()) {
                LockSupport.park(this);
                due = System.nanoTime();
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
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
