package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import javafx.animation.PauseTransition;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.util.Duration;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.kit.PictureFiles;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.shell.WindowShell;

/** Takes pictures of the window. */
final class WindowPicture {

    /** So long a screen takes from its state to its last pixel, generously. */
    private static final Duration SETTLING = Duration.millis(600);
    private static final Duration LOOK = Duration.millis(50);

    private WindowPicture() {}

    /** Runs an action once everything that can be known of the cluster is on screen. FX thread. */
    static void whenPopulated(WindowShell shell, Runnable action) {
        whenSettled(() -> isPopulated(shell), action);
    }

    /** Returns whether everything that can be known of the cluster is on screen. FX thread. */
    static boolean isPopulated(WindowShell shell) {
        return shell.shownSnapshot().filter(WindowPicture::isPopulated).isPresent()
                && shell.node().lookupAll("." + StatePlaceholder.AWAITING).isEmpty();
    }

    /** Runs an action once a condition holds and the scene has settled. FX thread. */
    static void whenSettled(BooleanSupplier there, Runnable action) {
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

    static boolean isPopulated(Snapshot snapshot) {
        return !(snapshot.nodeHealth() instanceof SourceHealth.LoadingSource)
                && !(snapshot.podHealth() instanceof SourceHealth.LoadingSource);
    }

    /** Returns a picture of a scene that is in no window. FX thread. */
    static Image pictureOf(Scene scene) {
        // A viewport keeps what it drew last, and only a window lets it know that this is no longer so.
        scene.getRoot().lookupAll(".viewport").forEach(viewport -> viewport.setCache(false));
        return scene.snapshot(null);
    }

    /** Refuses a path where no picture can be written, before any waiting. */
    static void checkWritable(Path file) throws Failure {
        var folder = file.toAbsolutePath().getParent();
        boolean taken = Files.isDirectory(file);
        if (taken || folder == null || !Files.isDirectory(folder)) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The picture could not be written to " + file)
                    .withDetail(taken ? "It is a folder" : "There is no folder " + folder));
        }
    }

    /** Writes a picture as PNG, whole or not at all. */
    static void savePng(Image image, Path file) throws Failure {
        try {
            PictureFiles.savePng(image, file);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The picture could not be written to " + file)
                    .withDetail(FileArgument.reasonText(e)), e);
        }
    }
}
