package tessera.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import javafx.animation.PauseTransition;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.util.Duration;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PngImageWriter;
import tessera.ui.shell.WindowRootPane;

/** Takes pictures of the window. */
public final class WindowScreenshotTaker {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WindowScreenshotTaker.class);

    /** So long a screen takes from its state to its last pixel, generously. */
    private static final Duration SETTLING = Duration.millis(600);
    private static final Duration LOOK = Duration.millis(50);

    private WindowScreenshotTaker() {}

    /** Runs an action once everything that can be known of the cluster is on screen. FX thread. */
    static void whenPopulated(WindowRootPane rootPane, Runnable action) {
        whenSettled(() -> isPopulated(rootPane), action);
    }

    /** Returns whether everything that can be known of the cluster is on screen. FX thread. */
    public static boolean isPopulated(WindowRootPane rootPane) {
        return rootPane.shownSnapshot().filter(WindowScreenshotTaker::isPopulated).isPresent()
                && rootPane.node().lookupAll("." + NoDataPlaceholder.AWAITING).isEmpty();
    }

    /** Runs an action once a condition holds and the scene has settled. FX thread. */
    public static void whenSettled(BooleanSupplier there, Runnable action) {
        boolean populated = there.getAsBoolean();
        var pause = new PauseTransition(populated ? SETTLING : LOOK);
        pause.setOnFinished(event -> {
            // What is read comes and goes meanwhile.
            if (populated && there.getAsBoolean()) {
                action.run();
            } else {
                whenSettled(there, action);
            }
        });
        pause.play();
    }

    public static boolean isPopulated(ClusterSnapshot clusterSnapshot) {
        return !(clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LoadingCollection)
                && !(clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LoadingCollection);
    }

    /** Returns a picture of a scene that is in no window. FX thread. */
    public static Image pictureOf(Scene scene) {
        // A viewport keeps what it drew last, and only a window lets it know that this is no longer so.
        scene.getRoot().lookupAll(".viewport").forEach(viewport -> viewport.setCache(false));
        return scene.snapshot(null);
    }

    /** Refuses a path where no picture can be written, before any waiting. */
    public static void checkWritable(Path file) throws ProblemException {
        var folder = file.toAbsolutePath().getParent();
        boolean taken = Files.isDirectory(file);
        if (taken || folder == null || !Files.isDirectory(folder)) {
            throw new ProblemException(Problem
                    .of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("picture.unwritable", file))
                    .withDetail(taken ? MESSAGES.text("picture.folder") : MESSAGES.text("picture.noFolder", folder)));
        }
    }

    /** Writes a picture as PNG, whole or not at all. */
    public static void savePng(Image image, Path file) throws ProblemException {
        try {
            PngImageWriter.savePng(image, file);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("picture.unwritable", file))
                            .withDetail(CommandFileArgumentReader.reasonText(e)),
                    e);
        }
    }
}
