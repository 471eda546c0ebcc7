package tessera.ui.kit;

import java.util.Locale;
import javafx.scene.layout.Region;
import javafx.scene.shape.SVGPath;

/**
 * The outline of rows that are still being waited for, so that a screen has its shape before it has its data. All of it is one shape:
 * hundreds of small ones took a third of the time until the window was seen.
 */
final class Skeleton extends Region {

    private static final double MARGIN = 16;
    private static final double ROW = 36;
    private static final double BAR = 10;
    /** Where the bars of a row begin and how long they are, as shares of its width. */
    private static final double[][] BARS = {{0, 0.14}, {0.2, 0.12}, {0.38, 0.2}, {0.64, 0.1}, {0.84, 0.16}};
    /** No two rows look alike, as no two rows of a table do. */
    private static final double[] LENGTHS = {1, 0.7, 0.85, 0.6, 0.95};

    private static final int MOST_ROWS = 60;

    private final SVGPath bars = new SVGPath();

    Skeleton() {
        getStyleClass().add("skeleton");
        setMouseTransparent(true);
        bars.getStyleClass().add("skeleton-bars");
        bars.setManaged(false);
        getChildren().add(bars);
    }

    @Override
    protected void layoutChildren() {
        double room = Math.max(0, getWidth() - 2 * MARGIN);
        int rows = (int) Math.min(MOST_ROWS, (getHeight() - 2 * MARGIN) / ROW);
        var outline = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            double top = MARGIN + row * ROW + (ROW - BAR) / 2;
            for (int at = 0; at < BARS.length; at++) {
                double length = BARS[at][1] * room * LENGTHS[(row + at) % LENGTHS.length];
                outline.append(bar(MARGIN + BARS[at][0] * room, top, length));
            }
        }
        bars.setContent(outline.toString());
    }

    /** With round corners. */
    private static String bar(double left, double top, double length) {
        return String.format(Locale.ROOT,
                "M%.1f %.1fh%.1fa4 4 0 0 1 4 4v2a4 4 0 0 1 -4 4h%.1fa4 4 0 0 1 -4 -4v-2a4 4 0 0 1 4 -4z",
                left + 4, top, Math.max(0, length - 8), -Math.max(0, length - 8));
    }
}
