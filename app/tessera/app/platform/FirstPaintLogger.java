package tessera.app.platform;

import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Scene;

/** Logs the first paint of something, from which the startup time is measured. FX thread. */
public final class FirstPaintLogger implements Runnable {

    private static final System.Logger LOG = System.getLogger(FirstPaintLogger.class.getName());

    private final Scene scene;
    private final BooleanSupplier ready;
    private final String text;
    private final Runnable then;
    private boolean started;

    private FirstPaintLogger(Scene scene, BooleanSupplier ready, String text, Runnable then) {
        this.scene = scene;
        this.ready = ready;
        this.text = text;
        this.then = then;
    }

    /** Logs a message as soon as a condition is drawn, and then runs an action. */
    public static void logWhenPainted(Scene scene, BooleanSupplier there, String text, Runnable then) {
        scene.addPreLayoutPulseListener(new FirstPaintLogger(scene, there, text, then));
    }

    /** A picture is drawn after its pulse, and the next pulse waits for that. */
    @Override
    public void run() {
        if (started) {
            scene.removePreLayoutPulseListener(this);
            ProcessHandle.current().info().totalCpuDuration().ifPresent(
                    spent -> LOG.log(Level.INFO, "{0} after {1} ms of processor time", text, spent.toMillis()));
            then.run();
        } else if (ready.getAsBoolean()) {
            started = true;
            Platform.requestNextPulse();
        }
    }
}
