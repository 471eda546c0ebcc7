package tessera.app;

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
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;

/** A display filled with a wall. Esc, or whoever closes windows, ends it. */
final class WallDisplayWindow {

    private final List<ClusterSelectionService> desks;
    private final WallDisplayOptions terms;
    private final WallMonitorAndTheme place;
    private final WindowCloseLatch opened = new WindowCloseLatch();
    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());

    /**
     * The display and theme of a wall.
     *
     * @param screen which display, from 1
     */
    record WallMonitorAndTheme(int screen, ColorTheme theme) {}

    private WallDisplayWindow(List<ClusterSelectionService> desks, WallDisplayOptions terms,
            WallMonitorAndTheme place) {
        this.desks = desks;
        this.terms = terms;
        this.place = place;
    }

    /** Fills the display and waits until the wall is ended. What draws windows has been started. */
    static void show(List<ClusterSelectionService> desks, WallDisplayOptions terms, WallMonitorAndTheme place,
            ScreenStateBuildCounters projections) {
        var window = new WallDisplayWindow(desks, terms, place);
        JavaFxThreadRelay.runOnFxThread(
                () -> window.opened.open(() -> window.openStage(new Stage(StageStyle.UNDECORATED), projections)));
        window.opened.awaitClosed(window.projector);
    }

    private void openStage(Stage shown, ScreenStateBuildCounters projections) {
        var display = new WallDisplay(desks, terms, projections.measureOn(projector));
        var scene = new Scene(display.node(), WallDisplay.WIDTH, WallDisplay.HEIGHT);
        place.theme().applyTo(scene);
        shown.setScene(scene);
        shown.setTitle("Tessera wall");
        shown.setFullScreenExitHint("");
        shown.setFullScreenExitKeyCombination(KeyCombination.NO_MATCH);
        scene.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                shown.close();
            }
        });
        var own = new FullscreenStagePlacer(shown, place.screen());
        Screen.getScreens()
                .addListener(
                        (ListChangeListener<Screen>) change -> JavaFxThreadRelay.runOnFxThread(() -> fillScreen(own)));
        shown.setOnHidden(event -> {
            display.close();
            opened.close();
        });
        fillScreen(own);
        shown.show();
    }

    private static void fillScreen(FullscreenStagePlacer own) {
        own.fillDisplay(Screen.getScreens().stream().map(Screen::getBounds).toList());
    }
}
