package tessera.ui.kit;

import javafx.scene.layout.Region;
import javafx.scene.shape.SVGPath;

/**
 * Placeholder outline of a screen while its data is loaded. All of it is one shape:
 * hundreds of small ones took a third of the time until the window was seen.
 */
public final class LoadingSkeleton extends Region {

    /** The outlines of screens. */
    public enum SkeletonShape {
        /** A table. */
        ROWS,
        /** A list of two lines each, with a sign before them and a number behind. */
        LINES,
        /** Figures above cards. */
        CARDS,
        /** Charts one above the other. */
        CHARTS
    }

    private static final double MARGIN = 16;
    private static final double ROW = 36;
    private static final double LINE = 52;
    private static final double BAR = 10;
    /** Where the bars of a row begin and how long they are, as shares of its width. */
    private static final double[][] BARS = {{0, 0.14}, {0.2, 0.12}, {0.38, 0.2}, {0.64, 0.1}, {0.84, 0.16}};
    /** No two rows look alike, as no two rows of a table do. */
    private static final double[] LENGTHS = {1, 0.7, 0.85, 0.6, 0.95};

    private static final int MOST_ROWS = 60;
    private static final int FIGURES = 5;
    private static final double FIGURE = 92;
    private static final int COLUMNS = 4;
    private static final double CARD = 90;
    private static final double APART = 12;
    private static final double ASIDE = 292;
    private static final int CHARTS = 4;

    private final SVGPath bars = new SVGPath();
    private final StringBuilder outline = new StringBuilder();
    private SkeletonShape skeletonShape = SkeletonShape.ROWS;

    LoadingSkeleton() {
        getStyleClass().add("skeleton");
        setMouseTransparent(true);
        bars.getStyleClass().add("skeleton-bars");
        bars.setManaged(false);
        getChildren().add(bars);
    }

    void setShape(SkeletonShape other) {
        skeletonShape = other;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        outline.setLength(0);
        double room = Math.max(0, getWidth() - 2 * MARGIN);
        switch (skeletonShape) {
            case ROWS -> drawRows(room);
            case LINES -> drawLines(room);
            case CARDS -> drawCards(room);
            case CHARTS -> drawCharts(room);
        }
        bars.setContent(outline.toString());
    }

    private int countFitting(double top, double pitch) {
        return (int) Math.clamp((getHeight() - top - MARGIN) / pitch, 0, MOST_ROWS);
    }

    private static double lengthAt(int at) {
        return LENGTHS[at % LENGTHS.length];
    }

    private void drawRows(double room) {
        for (int row = 0; row < countFitting(MARGIN, ROW); row++) {
            double top = MARGIN + row * ROW + (ROW - BAR) / 2;
            for (int at = 0; at < BARS.length; at++) {
                drawBar(MARGIN + BARS[at][0] * room, top, BARS[at][1] * room * lengthAt(row + at));
            }
        }
    }

    private void drawLines(double room) {
        for (int row = 0; row < countFitting(MARGIN, LINE); row++) {
            double top = MARGIN + row * LINE + BAR;
            drawBlock(MARGIN, top + 4, BAR, BAR);
            drawBar(MARGIN + 2 * ROW / 3, top, 0.34 * room * lengthAt(row));
            drawBar(MARGIN + 2 * ROW / 3, top + 18, 0.2 * room * lengthAt(row + 2));
            drawBar(MARGIN + 0.9 * room, top + 6, 0.1 * room * lengthAt(row + 1));
        }
    }

    private void drawCards(double room) {
        for (int at = 0; at < FIGURES; at++) {
            double left = MARGIN + at * room / FIGURES;
            drawBar(left, MARGIN, 60);
            drawBlock(left, MARGIN + 18, 84, 24);
            drawBar(left, MARGIN + 52, 110 * lengthAt(at));
        }
        double wide = room - ASIDE;
        double card = (wide - (COLUMNS - 1) * APART) / COLUMNS;
        double pitch = CARD + APART;
        for (int row = 0; row < countFitting(FIGURE + ROW, pitch); row++) {
            for (int column = 0; column < COLUMNS && card > 0; column++) {
                drawBlock(MARGIN + column * (card + APART), FIGURE + ROW + row * pitch, card, CARD);
            }
            drawBar(MARGIN + wide + MARGIN, FIGURE + ROW + row * pitch, 0.6 * ASIDE * lengthAt(row));
            drawBar(MARGIN + wide + MARGIN, FIGURE + ROW + row * pitch + 18, 0.8 * ASIDE * lengthAt(row + 1));
        }
    }

    private void drawCharts(double room) {
        double pitch = (getHeight() - 2 * MARGIN) / CHARTS;
        for (int chart = 0; chart < CHARTS; chart++) {
            double top = MARGIN + chart * pitch;
            double bottom = top + pitch - MARGIN;
            drawBar(MARGIN, top, 140 * lengthAt(chart));
            for (int grid = 0; grid < 3; grid++) {
                drawBlock(MARGIN + 2 * BAR, top + 24 + grid * (bottom - top - 24) / 2, room - 2 * BAR, 2);
            }
            drawBlock(MARGIN + 2 * BAR, top + 24, 2, Math.max(0, bottom - top - 22));
        }
    }

    // Not formatted: that takes longer than the rest of an outline, of which the first picture consists.

    /** Draws a bar with round corners. */
    private void drawBar(double left, double top, double length) {
        double straight = Math.max(0, length - 8);
        outline.append('M').append(left + 4).append(' ').append(top).append('h').append(straight)
                .append("a4 4 0 0 1 4 4v2a4 4 0 0 1 -4 4h").append(-straight)
                .append("a4 4 0 0 1 -4 -4v-2a4 4 0 0 1 4 -4z");
    }

    private void drawBlock(double left, double top, double width, double height) {
        outline.append('M').append(left).append(' ').append(top).append('h').append(width).append('v').append(height)
                .append('h').append(-width).append('z');
    }
}
