package tessera.ui.kit;

import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;

/** Pages that are longer than their place. */
public final class ScrolledPage {

    private ScrolledPage() {}

    /** A page as wide as its place, to be scrolled down. */
    public static ScrollPane down(Node page) {
        return down(page, new ScrollPane());
    }

    /** The same, which would be as high as all of the page if it could. */
    public static ScrollPane whole(Node page) {
        return down(page, new Whole());
    }

    private static ScrollPane down(Node page, ScrollPane pane) {
        pane.setContent(page);
        pane.setFitToWidth(true);
        pane.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return pane;
    }

    /** The usual kind says how high its page is where no line is wrapped. */
    private static final class Whole extends ScrollPane {

        @Override
        public Orientation getContentBias() {
            return Orientation.HORIZONTAL;
        }

        @Override
        protected double computePrefHeight(double width) {
            double inside = width < 0 ? width : width - snappedLeftInset() - snappedRightInset();
            return snappedTopInset() + Math.max(getContent().minHeight(inside), getContent().prefHeight(inside))
                    + snappedBottomInset();
        }
    }
}
