package tessera.ui.wall;

import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.jspecify.annotations.Nullable;
import tessera.ui.wall.WallPageState.WallTrendLineState;

/**
 * Line of the last hours that is as sharp on a large display as on a small one. A gap stays a gap, and where GPUs
 * are missing it is dashed. FX thread.
 */
final class WallTrendLine extends Region {

    private final Path area = new Path();
    private final Path stroke = new Path();
    private final Path dashes = new Path();
    private @Nullable WallTrendLineState displayedLineState;

    WallTrendLine() {
        getStyleClass().add("wall-trend");
        area.getStyleClass().add("wall-trend-area");
        stroke.getStyleClass().add("wall-trend-line");
        dashes.getStyleClass().addAll("wall-trend-line", "wall-trend-partial");
        List.of(area, stroke, dashes).forEach(path -> path.setManaged(false));
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMinSize(0, 0);
        getChildren().setAll(area, stroke, dashes);
    }

    void showLine(WallTrendLineState latestLineState) {
        displayedLineState = latestLineState;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        area.getElements().clear();
        stroke.getElements().clear();
        dashes.getElements().clear();
        var line = displayedLineState;
        if (line == null || getWidth() <= 0 || getHeight() <= 0) {
            return;
        }
        int begun = -1;
        for (int position = 0; position <= line.series().size(); position++) {
            boolean known = position < line.series().size() && !Float.isNaN(line.series().valueAt(position));
            if (known && begun < 0) {
                begun = position;
            } else if (!known && begun >= 0) {
                drawPiece(line, begun, position - 1);
                begun = -1;
            }
        }
    }

    /** Draws a piece of the line; a single value is as wide as its step. */
    private void drawPiece(WallTrendLineState line, int from, int to) {
        double right = xOf(line, to);
        double left = from == to ? Math.max(0, right - getWidth() / line.series().size()) : xOf(line, from);
        area.getElements().add(new MoveTo(left, getHeight()));
        area.getElements().add(new LineTo(left, yOf(line, from)));
        var drawn = line.isPartial(from) ? dashes : stroke;
        drawn.getElements().add(new MoveTo(left, yOf(line, from)));
        for (int position = from; position <= to; position++) {
            area.getElements().add(new LineTo(xOf(line, position), yOf(line, position)));
            drawn.getElements().add(new LineTo(xOf(line, position), yOf(line, position)));
            var next = position < to && line.isPartial(position + 1) ? dashes : stroke;
            if (position < to && !next.equals(drawn)) {
                drawn = next;
                drawn.getElements().add(new MoveTo(xOf(line, position), yOf(line, position)));
            }
        }
        area.getElements().add(new LineTo(right, getHeight()));
    }

    private double xOf(WallTrendLineState line, int position) {
        return position * getWidth() / Math.max(1, line.series().size() - 1);
    }

    private double yOf(WallTrendLineState line, int position) {
        double share = (line.series().valueAt(position) - line.low()) / (line.high() - line.low());
        return getHeight() * (1 - Math.clamp(share, 0, 1));
    }
}
