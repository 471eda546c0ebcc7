package tessera.ui.wall;

import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Region;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import org.jspecify.annotations.Nullable;
import tessera.ui.wall.WallState.WallLine;

/**
 * A line of the last hours that is as sharp on a large display as on a small one. A gap stays a gap, and where GPUs
 * are missing it is dashed. FX thread.
 */
final class TrendLine extends Region {

    private final Path area = new Path();
    private final Path stroke = new Path();
    private final Path dashes = new Path();
    private @Nullable WallLine shown;

    TrendLine() {
        getStyleClass().add("wall-trend");
        area.getStyleClass().add("wall-trend-area");
        stroke.getStyleClass().add("wall-trend-line");
        dashes.getStyleClass().addAll("wall-trend-line", "wall-trend-partial");
        List.of(area, stroke, dashes).forEach(path -> path.setManaged(false));
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMinSize(0, 0);
        getChildren().setAll(area, stroke, dashes);
    }

    void show(WallLine newest) {
        shown = newest;
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        area.getElements().clear();
        stroke.getElements().clear();
        dashes.getElements().clear();
        var line = shown;
        if (line == null || getWidth() <= 0 || getHeight() <= 0) {
            return;
        }
        int begun = -1;
        for (int place = 0; place <= line.series().size(); place++) {
            boolean known = place < line.series().size() && !Float.isNaN(line.series().value(place));
            if (known && begun < 0) {
                begun = place;
            } else if (!known && begun >= 0) {
                piece(line, begun, place - 1);
                begun = -1;
            }
        }
    }

    /** A number that stands alone is drawn as wide as its step. */
    private void piece(WallLine line, int from, int to) {
        double right = x(line, to);
        double left = from == to ? Math.max(0, right - getWidth() / line.series().size()) : x(line, from);
        area.getElements().add(new MoveTo(left, getHeight()));
        area.getElements().add(new LineTo(left, y(line, from)));
        var drawn = line.partial(from) ? dashes : stroke;
        drawn.getElements().add(new MoveTo(left, y(line, from)));
        for (int place = from; place <= to; place++) {
            area.getElements().add(new LineTo(x(line, place), y(line, place)));
            drawn.getElements().add(new LineTo(x(line, place), y(line, place)));
            var next = place < to && line.partial(place + 1) ? dashes : stroke;
            if (place < to && !next.equals(drawn)) {
                drawn = next;
                drawn.getElements().add(new MoveTo(x(line, place), y(line, place)));
            }
        }
        area.getElements().add(new LineTo(right, getHeight()));
    }

    private double x(WallLine line, int place) {
        return place * getWidth() / Math.max(1, line.series().size() - 1);
    }

    private double y(WallLine line, int place) {
        double share = (line.series().value(place) - line.low()) / (line.high() - line.low());
        return getHeight() * (1 - Math.clamp(share, 0, 1));
    }
}
