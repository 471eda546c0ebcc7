package tessera.app;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javafx.animation.PauseTransition;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.util.Duration;
import javax.imageio.ImageIO;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.shell.Shell;

/** Pictures of what the window shows. */
final class Picture {

    /** So long a screen takes from its state to its last pixel, generously. */
    private static final Duration SETTLING = Duration.millis(600);
    private static final Duration LOOK = Duration.millis(50);

    private Picture() {}

    /** Does something once, when everything that can be known of the cluster is on screen. FX thread. */
    static void whenPopulated(Shell shell, Runnable action) {
        boolean populated = shell.shown().filter(Picture::populated).isPresent();
        var pause = new PauseTransition(populated ? SETTLING : LOOK);
        pause.setOnFinished(event -> {
            if (populated) {
                action.run();
            } else {
                whenPopulated(shell, action);
            }
        });
        pause.play();
    }

    static boolean populated(Snapshot snapshot) {
        return !(snapshot.nodeHealth() instanceof SourceHealth.Loading)
                && !(snapshot.podHealth() instanceof SourceHealth.Loading);
    }

    /** Writes a picture as PNG, whole or not at all. */
    static void save(Image image, Path file) throws Failure {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        var pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, width, height, pixels, 0, width);
        try {
            var target = file.toAbsolutePath();
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                throw new IOException("there is something else than a file");
            }
            var fresh = Files.createTempFile(target.getParent(), "picture", ".png");
            try {
                ImageIO.write(picture, "png", fresh.toFile());
                Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The picture could not be written to " + file)
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}
