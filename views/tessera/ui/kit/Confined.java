package tessera.ui.kit;

import javafx.geometry.Pos;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Rectangle;

/**
 * A place whose content never covers what stands around it: what has no room in it is cut off at its right and below, and takes
 * no clicks there.
 */
public final class Confined extends StackPane {

    public Confined() {
        setAlignment(Pos.TOP_LEFT);
        setMinSize(0, 0);
        var edge = new Rectangle();
        edge.widthProperty().bind(widthProperty());
        edge.heightProperty().bind(heightProperty());
        setClip(edge);
    }
}
