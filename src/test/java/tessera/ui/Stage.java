package tessera.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import tessera.gpu.GpuFleet;
import tessera.ui.kit.ColorTheme;

/** Shows views off-screen. */
public final class Stage {

    private static final CountDownLatch STARTED = new CountDownLatch(1);

    private Stage() {}

    public static synchronized void start() {
        if (STARTED.getCount() == 0) {
            return;
        }
        try {
            Platform.startup(ColorTheme::loadFonts);
        } catch (IllegalStateException alreadyStarted) {
            fx(() -> {
                ColorTheme.loadFonts();
                return true;
            });
        }
        Platform.setImplicitExit(false);
        STARTED.countDown();
    }

    /** Does something on the FX thread and waits for its outcome. */
    public static <T> T fx(Callable<T> action) {
        var result = new CompletableFuture<T>();
        Platform.runLater(() -> {
            try {
                result.complete(action.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get(3, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets a screen show a fleet, as its host would. */
    public static <Q, S> void fill(SnapshotDrivenScreen<Q, S> screen, GpuFleet fleet) {
        var state = screen.project(fleet, screen.query().getValue());
        fx(() -> {
            screen.show(state);
            return true;
        });
    }

    /** A picture of a view at a size. */
    public static WritableImage draw(Parent view, ColorTheme theme, int width, int height) {
        return fx(() -> {
            var scene = new Scene(view, width, height);
            theme.applyTo(scene);
            view.applyCss();
            view.layout();
            view.applyCss();
            view.layout();
            return scene.snapshot(null);
        });
    }

    public static void save(WritableImage image, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ImageIO.write(SwingFXUtils.fromFXImage(image, null), "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
