package tessera.ui.kit;

import javafx.css.PseudoClass;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;

/** A screen with a side pane, which goes below it where there is not enough room. */
public final class SidePaneLayout extends BorderPane {

    private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");
    /** A table keeps its columns in what is left of it. */
    private static final double BOTH = 1_100;
    private static final double SHARE_BELOW = 0.4;
    private static final double SHARE = 0.24;
    private static final double LEAST = 312;
    private static final double MOST = 360;

    private final Region pane;

    public SidePaneLayout(Region screen, Region pane) {
        super(screen);
        this.pane = pane;
        setRight(pane);
        widthProperty().subscribe(this::arrange);
        heightProperty().subscribe(this::arrange);
    }

    private void arrange() {
        boolean below = getWidth() > 0 && getWidth() < BOTH;
        pane.pseudoClassStateChanged(BELOW, below);
        if (below) {
            sizePane(0, Region.USE_COMPUTED_SIZE, Double.MAX_VALUE, getHeight() * SHARE_BELOW);
        } else {
            double wide = Math.rint(Math.clamp(getWidth() * SHARE, LEAST, MOST));
            sizePane(wide, wide, wide, Region.USE_COMPUTED_SIZE);
        }

        if (below && getBottom() == null) {
            setRight(null);
            setBottom(pane);
        } else if (!below && getRight() == null) {
            setBottom(null);
            setRight(pane);
        }
    }

    private void sizePane(double minWidth, double width, double maxWidth, double height) {
        pane.setMinWidth(minWidth);
        pane.setPrefWidth(width);
        pane.setMaxWidth(maxWidth);
        pane.setPrefHeight(height);
    }
}
