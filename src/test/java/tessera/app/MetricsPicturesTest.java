package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.AcceleratorCatalog;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;
import tessera.ui.metrics.Afternoon;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws the Metrics screen at the end of an afternoon to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class MetricsPicturesTest {

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

    private static void draw(String name, StillDesk desk, String span, boolean pointed) throws Exception {
        for (var theme : ColorTheme.values()) {
            for (var size : List.of(new int[] {1440, 900}, new int[] {1920, 1080}, new int[] {960, 600})) {
                desk.layoutMemory().remember("metrics.span", span);
                var rootPane = Stage.fx(() -> {
                    var made = new WindowRootPane(desk, AcceleratorCatalog.standard(), PROJECTOR,
                            Clock.fixed(Afternoon.END, ZoneOffset.UTC), () -> {});
                    theme.applyTo(new Scene(made.node(), size[0], size[1]));
                    made.goTo(ScreenDestination.METRICS);
                    return made;
                });
                settle();
                var image = Stage.fx(() -> {
                    // Lays out what has no window.
                    rootPane.node().getScene().snapshot(null);
                    if (pointed) {
                        point(rootPane.node().lookup("#metrics-chart"));
                        rootPane.node().getScene().snapshot(null);
                    }
                    return rootPane.node().getScene().snapshot(null);
                });
                assertThat(image.getWidth()).isEqualTo(size[0]);
                Stage.save(image, Path.of("target", "gallery",
                        "metrics-%s-%d-%s.png".formatted(name, size[0], theme.name().toLowerCase(Locale.ROOT))));
                Stage.fx(() -> {
                    rootPane.close();
                    return true;
                });
            }
        }
    }

    private static void point(Node chart) {
        chart.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "2", "2", KeyCode.DIGIT2, false, false, false, false));
        double x = 56 + (chart.getLayoutBounds().getWidth() - 120) * 155 / 180;
        chart.fireEvent(new MouseEvent(MouseEvent.MOUSE_MOVED, x, 100, 0, 0, MouseButton.NONE, 0, false, false, false,
                false, false, false, false, false, false, false, null));
    }

    @Test
    void anAfternoonIsDrawn() throws Exception {
        draw("afternoon", Afternoon.ofEight().desk(), "THREE_HOURS", true);
    }

    @Test
    void aHistoryThatHasJustBegunIsDrawn() throws Exception {
        draw("begun", Afternoon.of(8, Afternoon.END.minus(Duration.ofMinutes(9))).desk(), "HOUR", false);
    }

    @Test
    void manyGpusAreDrawn() throws Exception {
        draw("many", Afternoon.of(64, Afternoon.END.minus(Duration.ofHours(6))).desk(), "SIX_HOURS", true);
    }
}
