package tessera.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javafx.animation.PauseTransition;
import javafx.scene.image.Image;
import javafx.util.Duration;
import tessera.flow.Latest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.Desk;
import tessera.ui.Relay;
import tessera.ui.kit.Pictures;

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
        try {
            Pictures.save(image, file);
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The picture could not be written to " + file)
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}
