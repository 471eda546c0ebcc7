package tessera.ui.kit;

import java.util.ArrayList;
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

    Skeleton() {
        getStyleClass().add("skeleton");
        setMouseTransparent(true);
        widthProperty().addListener((width, before, now) -> fill());
        heightProperty().addListener((height, before, now) -> fill());
    }

    private void fill() {
        var bars = new ArrayList<Region>();
        double room = getWidth() - 2 * MARGIN;
        int rows = (int) ((getHeight() - 2 * MARGIN) / ROW);
        for (int row = 0; row < rows && room > 0; row++) {
            for (int at = 0; at < BARS.length; at++) {
                var bar = new Region();
                bar.getStyleClass().add("skeleton-bar");
                bar.setManaged(false);
                bar.resizeRelocate(MARGIN + BARS[at][0] * room, MARGIN + row * ROW + (ROW - BAR) / 2,
                        BARS[at][1] * room * LENGTHS[(row + at) % LENGTHS.length], BAR);
                bar.setOpacity(1 - (double) row / rows);
                bars.add(bar);
            }
        }
        getChildren().setAll(bars);
    }
}
