package tessera.app;

import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Scene;

/** Notes in the log when something was first on the display, by which the time of a start is measured. FX thread. */
final class FirstPaint implements Runnable {

    private static final System.Logger LOG = System.getLogger(FirstPaint.class.getName());

    private final Scene scene;
    private final BooleanSupplier there;
    private final String words;
    private final Runnable then;
    private boolean begun;

    private FirstPaint(Scene scene, BooleanSupplier there, String words, Runnable then) {
        this.scene = scene;
        this.there = there;
        this.words = words;
        this.then = then;
    }

    /** Notes these words as soon as what shall be there is drawn, and then does something. */
    static void note(Scene scene, BooleanSupplier there, String words, Runnable then) {
        scene.addPreLayoutPulseListener(new FirstPaint(scene, there, words, then));
    }

    /** A picture is drawn after its pulse, and the next pulse waits for that. */
    @Override
    public void run() {
        if (begun) {
            scene.removePreLayoutPulseListener(this);
            ProcessHandle.current().info().totalCpuDuration().ifPresent(
                    spent -> LOG.log(Level.INFO, "{0} after {1} ms of processor time", words, spent.toMillis()));
            then.run();
        } else if (there.getAsBoolean()) {
            begun = true;
            Platform.requestNextPulse();
        }
    }
}
