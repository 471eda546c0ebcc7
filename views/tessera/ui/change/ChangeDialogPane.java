package tessera.ui.change;

import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;

/**
 * A dialog's head, page and foot, as high as the page needs or as the window allows. It does not become lower while
 * the same page is shown, so that what is pressed does not move away. FX thread.
 */
final class ChangeDialogPane extends BorderPane {

    private static final double LOWEST = 320;
    private static final double HIGHEST = 1000;

    private boolean roomy;
    private double retainedHeight;

    ChangeDialogPane() {
        setMaxHeight(Region.USE_PREF_SIZE);
        getStyleClass().add("change-sheet");
    }

    /** @param takesAll whether it takes what room there is */
    void setPage(Node page, boolean takesAll) {
        roomy = takesAll;
        retainedHeight = 0;
        setCenter(page);
    }

    /** Shows something for a moment, as high as the page before. */
    void showInterlude(Node textNode) {
        setCenter(textNode);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        double needed = roomy ? HIGHEST : super.computePrefHeight(width);
        return Math.clamp(Math.max(needed, retainedHeight), LOWEST, HIGHEST);
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        retainedHeight = Math.max(retainedHeight, getHeight());
    }
}
