package tessera.ui.kit;

import javafx.scene.Node;
import javafx.scene.control.ScrollPane;

/** Pages that are longer than their place. */
public final class Scrolled {

    private Scrolled() {}

    /** A page as wide as its place, to be scrolled down. */
    public static ScrollPane down(Node page) {
        var pane = new ScrollPane(page);
        pane.setFitToWidth(true);
        pane.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return pane;
    }
}
