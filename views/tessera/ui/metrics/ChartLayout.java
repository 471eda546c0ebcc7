package tessera.ui.metrics;

/**
 * Where charts lie, one above the other over one time axis.
 *
 * @param width   of all
 * @param height  of all
 * @param charts  how many there are
 * @param letters how many times as large as usual the words beside them are
 * @param beside  the room that the names of their lines want at the right
 */
record ChartLayout(double width, double height, int charts, double letters, double beside) {

    private static final double LEFT = 56;
    /** Longer names are cut off. */
    private static final double RIGHT = 64;
    private static final double AXIS = 36;
    private static final double TITLE = 34;
    private static final double GAP = 8;

    double left() {
        return Math.rint(LEFT * letters);
    }

    double right() {
        return Math.max(left() + 1, Math.rint(width - Math.min(RIGHT * letters, beside)));
    }

    private double pitch() {
        return (height - AXIS * letters) / Math.max(1, charts);
    }

    /** Where the nth chart begins. */
    double top(int chart) {
        return Math.rint(chart * pitch() + TITLE * letters);
    }

    double bottom(int chart) {
        return Math.max(top(chart) + 1, Math.rint((chart + 1) * pitch() - GAP));
    }

    double x(double share) {
        return left() + share * (right() - left());
    }

    /** What part of the time lies left of a point; 0 to 1 beyond the edges, too. */
    double share(double x) {
        return Math.clamp((x - left()) / (right() - left()), 0, 1);
    }

    double y(int chart, double share) {
        return bottom(chart) - share * (bottom(chart) - top(chart));
    }

    /** The chart at a height; those between two belong to the upper one. */
    int chart(double y) {
        return Math.clamp((long) (y / pitch()), 0, charts - 1);
    }

    /** Whether there is room to read anything. */
    boolean legible() {
        return width > (LEFT + RIGHT) * letters + 40 && pitch() > TITLE * letters + GAP + 16;
    }
}
