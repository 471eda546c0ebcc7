package tessera.ui.metrics;

/**
 * Where charts lie, one above the other over one time axis.
 *
 * @param width  of all
 * @param height of all
 * @param charts how many there are
 */
record ChartLayout(double width, double height, int charts) {

    private static final double LEFT = 56;
    private static final double RIGHT = 64;
    private static final double AXIS = 36;
    private static final double TITLE = 34;
    private static final double GAP = 8;

    double left() {
        return LEFT;
    }

    double right() {
        return Math.max(LEFT + 1, Math.rint(width - RIGHT));
    }

    private double pitch() {
        return (height - AXIS) / Math.max(1, charts);
    }

    /** Where the nth chart begins. */
    double top(int chart) {
        return Math.rint(chart * pitch() + TITLE);
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
        return width > LEFT + RIGHT + 40 && pitch() > TITLE + GAP + 16;
    }
}
