package tessera.app.platform;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javafx.application.Platform;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.input.KeyCode;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.FontIcon;

/**
 * Starts the JavaFX toolkit. It takes its time to start, and needs nothing of what is read meanwhile. Any thread.
 *
 * <p>Whether it is started is a state of the whole process and kept as one: JavaFX starts once in a process, never again after it
 * ended, and has no object that could be passed on.
 */
public final class JavaFxToolkitStarter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(JavaFxToolkitStarter.class);

    private static final FutureTask<Boolean> STARTING = new FutureTask<>(() -> {
        Platform.setImplicitExit(false);
        Platform.startup(() -> {
            JavaFxPulseTimer.install();
            ColorTheme.prepare();
        });
        return true;
    });
    /** Beside the start of what opens windows: letters need only what draws, and whoever comes first has JavaFX begin with that. */
    private static final FutureTask<Boolean> READING = new FutureTask<>(() -> {
        ColorTheme.loadFonts();
        JavaFxWarmUp.warmUpScenes();
        return true;
    });

    private JavaFxToolkitStarter() {}

    /** Starts the toolkit in the background; failures are reported by those who wait for it. */
    public static void startInBackground() {
        Thread.ofPlatform().daemon().name("toolkit").start(STARTING);
        Thread.ofPlatform().daemon().name("fonts").start(READING);
    }

    /** Starts the toolkit if necessary, and waits until it is ready. It ends with the program, not with a window. */
    public static void awaitStarted() throws ProblemException {
        STARTING.run();
        try {
            STARTING.get();
            READING.run();
            READING.get();
        } catch (ExecutionException unusable) {
            throw startFailure(unusable);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("start interrupted", stopped);
        }
    }

    /** Runs an action on the JavaFX thread as soon as the toolkit is ready; never, where it cannot be started. Any thread. */
    public static void runOnFxThread(Runnable action) {
        Thread.ofVirtual().name("orders").start(() -> {
            try {
                STARTING.get();
                JavaFxThreadRelay.runOnFxThread(action);
            } catch (ExecutionException unusable) {
                // Whoever waits until it is started is told why.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Returns the problem of a machine on which no window can be opened. */
    public static Problem noDisplayProblem() {
        return Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.text("display.none"))
                .withRemedy(MESSAGES.text("display.none.remedy"));
    }

    private static ProblemException startFailure(ExecutionException why) {
        if (why.getCause() instanceof UnsupportedOperationException noDisplay) {
            return new ProblemException(noDisplayProblem(), noDisplay);
        }
        throw new IllegalStateException(why.getCause());
    }

    /**
     * Loads and links JavaFX classes ahead of their first use, on an idle thread. Nothing
     * here is a control: the first of those loads JavaFX's own look, unless another is set by then.
     */
    private static final class JavaFxWarmUp {

        /** A record whose first comparison has Java link its {@code equals}. */
        private record EqualsLinkingRecord(Object value) {}

        private JavaFxWarmUp() {}

        /** Warms up the classes of scenes; any thread. */
        static void warmUpScenes() {
            FontIcon.FLEET.node();
            var _ = KeyCode.ENTER;
            var _ = new EqualsLinkingRecord("").equals(new EqualsLinkingRecord(""));
            var text = new SimpleStringProperty("");
            text.map(String::length).subscribe(_ -> {}).and(text.subscribe(() -> {})).unsubscribe();
        }
    }
}
