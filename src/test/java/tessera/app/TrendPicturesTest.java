package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ColorTheme;
import tessera.ui.metrics.Afternoon;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws what the window shows of the last hour to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class TrendPicturesTest {

    private static final ExecutorService PROJECTOR = Executors.newSingleThreadExecutor();

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @AfterAll
    static void stop() {
        PROJECTOR.shutdownNow();
    }

    private static void settle() throws Exception {
        for (int i = 0; i < 8; i++) {
            PROJECTOR.submit(() -> {}).get();
            WaitForAsyncUtils.waitForFxEvents();
            WaitForAsyncUtils.sleep(50, TimeUnit.MILLISECONDS);
        }
    }

    private static void draw(String name, StillDesk desk, Consumer<WindowRootPane> prepare,
            Consumer<WindowRootPane> then) throws Exception {
        for (var theme : ColorTheme.values()) {
            for (var size : List.of(new int[] {1440, 900}, new int[] {1920, 1080})) {
                var rootPane = Stage.fx(() -> {
                    var made = new WindowRootPane(desk, AcceleratorCatalog.standard(), PROJECTOR,
                            Clock.fixed(Afternoon.END, ZoneOffset.UTC), () -> {});
                    theme.applyTo(new Scene(made.node(), size[0], size[1]));
                    prepare.accept(made);
                    return made;
                });
                settle();
                var image = Stage.fx(() -> {
                    // Lays out what has no window.
                    rootPane.node().getScene().snapshot(null);
                    then.accept(rootPane);
                    rootPane.node().getScene().snapshot(null);
                    return rootPane.node().getScene().snapshot(null);
                });
                assertThat(image.getWidth()).isEqualTo(size[0]);
                Stage.save(image, Path.of("target", "gallery",
                        "%s-%d-%s.png".formatted(name, size[0], theme.name().toLowerCase(Locale.ROOT))));
                Stage.fx(() -> {
                    rootPane.close();
                    return true;
                });
            }
        }
    }

    private static void point(Node heatmap, double x, double y) {
        heatmap.fireEvent(new MouseEvent(MouseEvent.MOUSE_MOVED, x, y, 0, 0, MouseButton.NONE, 0, false, false, false,
                false, false, false, false, false, false, false, null));
    }

    @Test
    void theLastHourOfEveryGpuIsDrawn() throws Exception {
        draw("hour-gpus", Afternoon.ofEight().desk(), rootPane -> rootPane.goTo(ScreenDestination.GPUS),
                rootPane -> {});
    }

    @Test
    void theLastHourOfTheGpuThatIsPointedAtIsDrawn() throws Exception {
        draw("hour-hover", Afternoon.ofEight().desk(), rootPane -> rootPane.goTo(ScreenDestination.FLEET),
                rootPane -> point(rootPane.node().lookup("#fleet-heatmap"), 169, 275));
    }

    @Test
    void theLastHourOfANodeIsDrawnBesideAScreen() throws Exception {
        draw("hour-node", Afternoon.ofEight().desk(), rootPane -> {
            rootPane.goTo(ScreenDestination.GPUS);
            rootPane.inspect(ObjectRef.node(Afternoon.NODE));
            rootPane.showInspectorPage(InspectorPageName.METRICS);
        }, rootPane -> {});
    }
}
