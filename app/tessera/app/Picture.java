package tessera.app;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javafx.animation.PauseTransition;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.util.Duration;
import javax.imageio.ImageIO;
import tessera.flow.Latest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.Desk;
import tessera.ui.Relay;

/** Pictures of what the window shows. */
final class Picture {

    /** So long a screen takes from its data to its last pixel, generously. */
    private static final Duration SETTLING = Duration.millis(600);

    private Picture() {}

    /** Does something on the FX thread, once, when everything that can be known of the cluster has been shown. */
    static void whenPopulated(Desk desk, Runnable action) {
        var done = new AtomicBoolean();
        var observation = new AtomicReference<Latest.Observation>(() -> {});
        observation.set(desk.snapshots().observe(() -> {
            if (populated(desk.snapshots().get()) && done.compareAndSet(false, true)) {
                Relay.show(() -> {
                    observation.get().close();
                    var settling = new PauseTransition(SETTLING);
                    settling.setOnFinished(event -> action.run());
                    settling.play();
                });
            }
        }));
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
