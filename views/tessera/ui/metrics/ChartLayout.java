package tessera.ui.metrics;

/**
 * Geometry of charts one above the other over one time axis.
 *
 * @param width   of all
 * @param height  of all
 * @param charts  how many there are
 * @param textScale how many times as large as usual the words beside them are
 * @param namesWidth  the room that the names of their lines want at the right
 */
record ChartLayout(double width, double height, int charts, double textScale, double namesWidth) {

    private static final double LEFT = 56;
    /** Longer names are cut off. */
    private static final double RIGHT = 64;
    private static final double AXIS = 36;
    private static final double TITLE = 34;
    private static final double GAP = 8;

    double left() {
        return Math.rint(LEFT * textScale);
    }

    double right() {
        return Math.max(left() + 1, Math.rint(width - Math.min(RIGHT * textScale, namesWidth)));
    }

    private double chartPitch() {
        return (height - AXIS * textScale) / Math.max(1, charts);
    }

    /** Returns the top of the nth chart. */
    double top(int chart) {
        return Math.rint(chart * chartPitch() + TITLE * textScale);
    }

    double bottom(int chart) {
        return Math.max(top(chart) + 1, Math.rint((chart + 1) * chartPitch() - GAP));
    }

    double x(double share) {
        return left() + share * (right() - left());
    }

    /** Returns the share of the time left of a point; clamped to 0 to 1. */
    double shareAt(double x) {
        return Math.clamp((x - left()) / (right() - left()), 0, 1);
    }

    double y(int chart, double share) {
        return bottom(chart) - share * (bottom(chart) - top(chart));
    }

    /** Returns the index of the chart at a height; the gap between two belongs to the upper one. */
    int chartAt(double y) {
        return Math.clamp((long) (y / chartPitch()), 0, charts - 1);
    }

    /** Returns whether there is enough room to read anything. */
    boolean isLegible() {
        return width > (LEFT + RIGHT) * textScale + 40 && chartPitch() > TITLE * textScale + GAP + 16;
    }
}
