package tessera.app.window;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.collections.ListChangeListener;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.stage.StageStyle;
import tessera.app.platform.FullscreenStagePlacer;
import tessera.app.platform.WindowCloseLatch;
import tessera.app.selfmetrics.ScreenStateBuildCounters;
import tessera.app.wiring.ClusterSelectionService;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;

/** A display filled with a wall. Esc, or whoever closes windows, ends it. */
public final class WallDisplayWindow {

    private final List<ClusterSelectionService> desks;
    private final WallDisplayOptions options;
    private final WallMonitorAndTheme monitorAndTheme;
    private final WindowCloseLatch opened = new WindowCloseLatch();
    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());

    /**
     * The display and theme of a wall.
     *
     * @param screen which display, from 1
     */
    public record WallMonitorAndTheme(int screen, ColorTheme theme) {}

    private WallDisplayWindow(List<ClusterSelectionService> desks, WallDisplayOptions options,
            WallMonitorAndTheme monitorAndTheme) {
        this.desks = desks;
        this.options = options;
        this.monitorAndTheme = monitorAndTheme;
    }

    /** Fills the display and waits until the wall is ended. What draws windows has been started. */
    public static void show(List<ClusterSelectionService> desks, WallDisplayOptions options,
            WallMonitorAndTheme monitorAndTheme, ScreenStateBuildCounters projections) {
        var window = new WallDisplayWindow(desks, options, monitorAndTheme);
        JavaFxThreadRelay.runOnFxThread(
                () -> window.opened.open(() -> window.openStage(new Stage(StageStyle.UNDECORATED), projections)));
        window.opened.awaitClosed(window.projector);
    }

    private void openStage(Stage shown, ScreenStateBuildCounters projections) {
        var display = new WallDisplay(desks, options, projections.measureOn(projector));
        var scene = new Scene(display.node(), WallDisplay.WIDTH, WallDisplay.HEIGHT);
        monitorAndTheme.theme().applyTo(scene);
        shown.setScene(scene);
        shown.setTitle("Tessera wall");
        shown.setFullScreenExitHint("");
        shown.setFullScreenExitKeyCombination(KeyCombination.NO_MATCH);
        scene.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                shown.close();
            }
        });
        var placer = new FullscreenStagePlacer(shown, monitorAndTheme.screen());
        Screen.getScreens().addListener((ListChangeListener<Screen>) _ -> refillScreen(placer));
        shown.setOnHidden(event -> {
            display.close();
            opened.close();
        });
        fillScreen(placer);
        shown.show();
    }

    private static void refillScreen(FullscreenStagePlacer placer) {
        JavaFxThreadRelay.runOnFxThread(() -> fillScreen(placer));
    }

    private static void fillScreen(FullscreenStagePlacer placer) {
        placer.fillDisplay(Screen.getScreens().stream().map(Screen::getBounds).toList());
    }
}
