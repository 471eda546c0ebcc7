package tessera.ui.kit;

import javafx.geometry.HPos;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.layout.Region;

/**
 * Two parts side by side; where the first would get too narrow, the second goes below it. FX thread.
 */
public final class ResponsiveSplit extends Region {

    private static final double MOST_BELOW = 8;

    private final Region first;
    private final Region second;
    private final Pos alignment;
    private final double spacing;
    private final double minimum;
    /** How many times as large as usual text is: widths are meant for the usual one. */
    private double textScale = 1;
    /** The width of which the height is known, and that height: nested splits would ask each other again and again. */
    private double measuredWidth = Double.NaN;
    private double measuredHeight;

    /**
     * Two parts.
     *
     * @param second    keeps the width that it prefers, or gives way down to a least width of its own
     * @param alignment of each to the other while they stand side by side
     * @param spacing       between them
     * @param minimum     what the first needs beside the second
     */
    public ResponsiveSplit(Region first, Region second, Pos alignment, double spacing, double minimum) {
        this.first = first;
        this.second = second;
        this.alignment = alignment;
        this.spacing = spacing;
        this.minimum = minimum;
        getChildren().addAll(first, second, new FontSizeProbe(this::setTextScale));
    }

    private void setTextScale(double size) {
        textScale = size;
        requestLayout();
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    /** Returns the width of the second part beside the first; the whole width where it goes below, zero where it is absent. */
    private double secondWidth(double width) {
        if (!second.isManaged()) {
            return 0;
        }
        double wanted = second.prefWidth(-1);
        double narrowest = second.getMinWidth() > 0 ? Math.min(second.getMinWidth(), wanted) : wanted;
        double left = width - spacing - minimum * textScale;
        return left < narrowest ? width : Math.min(wanted, left);
    }

    private boolean isBelow(double width) {
        return second.isManaged() && secondWidth(width) >= width;
    }

    private double firstWidth(double width) {
        double other = secondWidth(width);
        if (isBelow(width)) {
            return width;
        }
        return Math.max(0, width - (other == 0 ? 0 : other + spacing));
    }

    @Override
    protected void layoutChildren() {
        var insets = getInsets();
        double width = getWidth() - insets.getLeft() - insets.getRight();
        double height = getHeight() - insets.getTop() - insets.getBottom();
        double other = secondWidth(width);
        var rows = alignment.getVpos();
        if (isBelow(width)) {
            double top = first.prefHeight(width);
            layoutInArea(first, insets.getLeft(), insets.getTop(), width, top, 0, HPos.LEFT, VPos.TOP);
            double under = insets.getTop() + top + Math.min(spacing, MOST_BELOW);
            layoutInArea(second, insets.getLeft(), under, width, second.prefHeight(width), 0, HPos.LEFT, VPos.TOP);
        } else {
            layoutInArea(first, insets.getLeft(), insets.getTop(), firstWidth(width), height, 0, HPos.LEFT, rows);
            layoutInArea(second, insets.getLeft() + width - other, insets.getTop(), other, height, 0, HPos.RIGHT, rows);
        }
    }

    private double secondHeight(double width) {
        return second.isManaged() ? second.prefHeight(width) : 0;
    }

    @Override
    public void requestLayout() {
        measuredWidth = Double.NaN;
        super.requestLayout();
    }

    @Override
    protected double computePrefHeight(double width) {
        if (measuredWidth != width) {
            measuredHeight = measureHeight(width);
            measuredWidth = width;
        }
        return measuredHeight;
    }

    private double measureHeight(double width) {
        var insets = getInsets();
        double all = insets.getTop() + insets.getBottom();
        if (width < 0) {
            return all + Math.max(first.prefHeight(-1), secondHeight(-1));
        }
        double inside = width - insets.getLeft() - insets.getRight();
        double above = first.prefHeight(firstWidth(inside));
        double other = secondHeight(secondWidth(inside));
        return all
                + snapSizeY(isBelow(inside) ? above + Math.min(spacing, MOST_BELOW) + other : Math.max(above, other));
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefWidth(double height) {
        var insets = getInsets();
        double other = second.isManaged() ? spacing + second.prefWidth(-1) : 0;
        return insets.getLeft() + first.prefWidth(-1) + other + insets.getRight();
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
