package tessera.ui.kit;

import javafx.geometry.HPos;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.layout.Region;

/**
 * Two parts side by side, of which the first takes what the second leaves; or, where that is too little to be read, the second
 * below the first. FX thread.
 */
public final class ResponsiveSplit extends Region {

    private static final double MOST_BELOW = 8;

    private final Region first;
    private final Region second;
    private final Pos alignment;
    private final double gap;
    private final double least;
    /** How many times as large as usual text is: widths are meant for the usual one. */
    private double letters = 1;

    /**
     * Two parts.
     *
     * @param second    keeps the width that it prefers, or gives way down to a least width of its own
     * @param alignment of each to the other while they stand side by side
     * @param gap       between them
     * @param least     what the first needs beside the second
     */
    public ResponsiveSplit(Region first, Region second, Pos alignment, double gap, double least) {
        this.first = first;
        this.second = second;
        this.alignment = alignment;
        this.gap = gap;
        this.least = least;
        getChildren().addAll(first, second, new FontProbe(this::write));
    }

    private void write(double size) {
        letters = size;
        requestLayout();
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    /** How wide the second is beside the first; the whole width where it goes below, and nothing where it is not there. */
    private double beside(double width) {
        if (!second.isManaged()) {
            return 0;
        }
        double wanted = second.prefWidth(-1);
        double narrowest = second.getMinWidth() > 0 ? Math.min(second.getMinWidth(), wanted) : wanted;
        double left = width - gap - least * letters;
        return left < narrowest ? width : Math.min(wanted, left);
    }

    private boolean below(double width) {
        return second.isManaged() && beside(width) >= width;
    }

    private double besideFirst(double width) {
        double other = beside(width);
        return below(width) ? width : Math.max(0, width - (other == 0 ? 0 : other + gap));
    }

    @Override
    protected void layoutChildren() {
        var insets = getInsets();
        double width = getWidth() - insets.getLeft() - insets.getRight();
        double height = getHeight() - insets.getTop() - insets.getBottom();
        double other = beside(width);
        var rows = alignment.getVpos();
        if (below(width)) {
            double top = first.prefHeight(width);
            layoutInArea(first, insets.getLeft(), insets.getTop(), width, top, 0, HPos.LEFT, VPos.TOP);
            double under = insets.getTop() + top + Math.min(gap, MOST_BELOW);
            layoutInArea(second, insets.getLeft(), under, width, second.prefHeight(width), 0, HPos.LEFT, VPos.TOP);
        } else {
            layoutInArea(first, insets.getLeft(), insets.getTop(), besideFirst(width), height, 0, HPos.LEFT, rows);
            layoutInArea(second, insets.getLeft() + width - other, insets.getTop(), other, height, 0, HPos.RIGHT, rows);
        }
    }

    @Override
    protected double computePrefHeight(double width) {
        var insets = getInsets();
        double all = insets.getTop() + insets.getBottom();
        if (width < 0) {
            return all + Math.max(first.prefHeight(-1), second.isManaged() ? second.prefHeight(-1) : 0);
        }
        double inside = width - insets.getLeft() - insets.getRight();
        double above = first.prefHeight(besideFirst(inside));
        double other = second.isManaged() ? second.prefHeight(beside(inside)) : 0;
        return all + snapSizeY(below(inside) ? above + Math.min(gap, MOST_BELOW) + other : Math.max(above, other));
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefWidth(double height) {
        var insets = getInsets();
        double other = second.isManaged() ? gap + second.prefWidth(-1) : 0;
        return insets.getLeft() + first.prefWidth(-1) + other + insets.getRight();
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
