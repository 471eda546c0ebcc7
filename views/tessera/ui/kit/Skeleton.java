package tessera.ui.kit;

import javafx.scene.layout.Region;

/** The outline of rows that are still being waited for, so that a screen has its shape before it has its data. */
final class Skeleton extends Region {

    private static final double MARGIN = 16;
    private static final double ROW = 36;
    private static final double BAR = 10;
    /** Where the bars of a row begin and how long they are, as shares of its width. */
    private static final double[][] BARS = {{0, 0.14}, {0.2, 0.12}, {0.38, 0.2}, {0.64, 0.1}, {0.84, 0.16}};
    /** No two rows look alike, as no two rows of a table do. */
    private static final double[] LENGTHS = {1, 0.7, 0.85, 0.6, 0.95};

    private static final int MOST_ROWS = 60;

    Skeleton() {
        getStyleClass().add("skeleton");
        setMouseTransparent(true);
        for (int bar = 0; bar < MOST_ROWS * BARS.length; bar++) {
            var region = new Region();
            region.getStyleClass().add("skeleton-bar");
            region.setManaged(false);
            getChildren().add(region);
        }
    }

    /** Bars are there from the beginning: what is made while others are laid out has no style yet. */
    @Override
    protected void layoutChildren() {
        double room = Math.max(0, getWidth() - 2 * MARGIN);
        int rows = (int) Math.min(MOST_ROWS, (getHeight() - 2 * MARGIN) / ROW);
        for (int child = 0; child < getChildren().size(); child++) {
            int row = child / BARS.length;
            int at = child % BARS.length;
            var bar = getChildren().get(child);
            bar.setVisible(row < rows);
            bar.setOpacity(1 - (double) row / Math.max(1, rows));
            bar.resizeRelocate(MARGIN + BARS[at][0] * room, MARGIN + row * ROW + (ROW - BAR) / 2,
                    BARS[at][1] * room * LENGTHS[(row + at) % LENGTHS.length], BAR);
        }
    }
}
