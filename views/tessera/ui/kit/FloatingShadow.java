package tessera.ui.kit;

import javafx.scene.Node;
import javafx.scene.layout.Region;

/**
 * Shadow of a floating pane. An effect of the pane itself would be drawn anew, and the whole pane with it,
 * whenever anything in the pane changes; this is drawn when the pane changes its size. FX thread.
 */
public final class FloatingShadow extends Region {

    private FloatingShadow(Node pane) {
        getStyleClass().add("shadow");
        setManaged(false);
        setMouseTransparent(true);
        setCache(true);
        visibleProperty().bind(pane.visibleProperty());
        pane.layoutBoundsProperty().subscribe(() -> followPane(pane));
        pane.layoutXProperty().subscribe(() -> followPane(pane));
        pane.layoutYProperty().subscribe(() -> followPane(pane));
    }

    /** Returns the shadow of a pane, to be added before it to the same parent. */
    public static FloatingShadow of(Node pane) {
        return new FloatingShadow(pane);
    }

    private void followPane(Node pane) {
        var size = pane.getLayoutBounds();
        resizeRelocate(pane.getLayoutX(), pane.getLayoutY(), size.getWidth(), size.getHeight());
    }
}
