package tessera.ui.kit;

import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;

/** Scroll panes for pages that are longer than their room. */
public final class ScrollPaneFactory {

    private ScrollPaneFactory() {}

    /** Returns a pane with a page as wide as the pane, scrolled vertically. */
    public static ScrollPane verticalPane(Node page) {
        return verticalPane(page, new ScrollPane());
    }

    /** Returns the same with the height of the whole page as preferred height. */
    public static ScrollPane fullHeightPane(Node page) {
        return verticalPane(page, new FullHeightScrollPane());
    }

    private static ScrollPane verticalPane(Node page, ScrollPane pane) {
        pane.setContent(page);
        pane.setFitToWidth(true);
        pane.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return pane;
    }

    /** A scroll pane whose preferred height is that of its page, with wrapped lines. */
    private static final class FullHeightScrollPane extends ScrollPane {

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
