package tessera.app.platform;

import java.util.List;
import javafx.geometry.Rectangle2D;
import javafx.stage.Stage;

/**
 * Placer of a stage on the display that it fills. The stage stays there when displays come and go, and goes to
 * another for as long as its own is gone. FX thread.
 */
public final class FullscreenStagePlacer {

    private final Stage stage;
    private final int number;

    /** @param number which display is its own, from 1 */
    public FullscreenStagePlacer(Stage stage, int number) {
        this.stage = stage;
        this.number = number;
    }

    /**
     * Fills the chosen display, the first where that is gone; changes nothing where there is none at all.
     *
     * @param displays where they lie beside one another, the main one first
     */
    public void fillDisplay(List<Rectangle2D> displays) {
        if (displays.isEmpty()) {
            return;
        }
        var bounds = number <= displays.size() ? displays.get(number - 1) : displays.getFirst();
        stage.setFullScreen(false);
        stage.setX(bounds.getMinX());
        stage.setY(bounds.getMinY());
        stage.setWidth(bounds.getWidth());
        stage.setHeight(bounds.getHeight());
        stage.setFullScreen(true);
    }
}
