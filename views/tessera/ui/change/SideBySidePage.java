package tessera.ui.change;

import javafx.scene.Node;
import javafx.scene.layout.BorderPane;

/** A page with a side pane, as high as the higher of the two. */
final class SideBySidePage extends BorderPane {

    SideBySidePage(Node page) {
        super(page);
    }

    /** The usual kind says how high the side is where no line of it is wrapped. */
    @Override
    protected double computePrefHeight(double width) {
        var side = getRight();
        double beside = side == null ? 0 : side.prefHeight(side.prefWidth(-1));
        return Math.max(super.computePrefHeight(width), snappedTopInset() + beside + snappedBottomInset());
    }
}
