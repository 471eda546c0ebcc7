package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import tessera.ui.metrics.ChartPainter.Place;

/** Draws the lines of a chart, each with its name at its end. FX thread. */
final class LinePainter {

    private static final Font NAME = Font.font("Tessera Sans", FontWeight.BOLD, 11);
    private static final double THIN = 1.2;
    private static final double THICK = 2.2;
    private static final double BEHIND = 0.8;
    private static final double CROWD_BEHIND = 0.3;
    private static final int CROWD = 16;
    private static final double PITCH = 12;

    private final GraphicsContext gc;
    private final ChartInks inks;

    LinePainter(GraphicsContext gc, ChartInks inks) {
        this.gc = gc;
        this.inks = inks;
    }

    void paint(Place place, int front) {
        var lines = place.chart().lines();
        gc.setGlobalAlpha(front >= 0 && lines.size() > CROWD ? CROWD_BEHIND : BEHIND);
        gc.setLineWidth(THIN);
        for (int line = 0; line < lines.size(); line++) {
            if (line != front) {
                line(place, line);
            }
        }
        gc.setGlobalAlpha(1);
        if (front >= 0) {
            gc.setLineWidth(THICK);
            line(place, front);
        }
        names(place, front);
    }

    private void line(Place place, int line) {
        var series = place.panel().series().get(line);
        var ink = inks.get(Ink.series(place.chart().lines().get(line).ink()));
        gc.setStroke(ink);
        gc.setFill(ink);
        double begin = place.x(series.start());
        double step = place.layout().x((double) series.step().toMillis() / place.chart().frame().length().toMillis())
                - place.layout().left();
        for (var stretch : Gap.stretches(series, place.chart().apart())) {
            var xs = new double[stretch.last() - stretch.first() + 1];
            var ys = new double[xs.length];
            int count = 0;
            for (int at = stretch.first(); at <= stretch.last(); at++) {
                double shown = place.panel().shown(line, at);
                if (!Double.isNaN(shown)) {
                    xs[count] = Math.max(place.layout().left(), begin + at * step);
                    ys[count++] = place.y(shown);
                }
            }
            if (count == 1) {
                double radius = gc.getLineWidth() + 0.4;
                gc.fillOval(xs[0] - radius, ys[0] - radius, 2 * radius, 2 * radius);
            } else {
                gc.strokePolyline(xs, ys, count);
            }
        }
    }

    /** Where a line ends, and whether that is now. */
    private record Name(int line, double height, boolean reaches) {}

    private void names(Place place, int front) {
        var names = new ArrayList<Name>();
        for (int line = 0; line < place.chart().lines().size(); line++) {
            name(place, line, names);
        }
        double low = place.top() + 4;
        double high = place.bottom() - 4;
        var heights = Spread.of(names.stream().mapToDouble(Name::height).toArray(), PITCH, low, high);
        if (heights.length == 0) {
            // Not all fit: the one that matters is named, the others are in the table.
            names.stream().filter(name -> name.line() == front)
                    .forEach(name -> name(place, name, Math.clamp(name.height(), low, high)));
            return;
        }
        for (int at = 0; at < heights.length; at++) {
            name(place, names.get(at), heights[at]);
        }
    }

    private static void name(Place place, int line, List<Name> names) {
        var series = place.panel().series().get(line);
        for (int at = series.size() - 1; at >= 0; at--) {
            if (!Float.isNaN(series.value(at))) {
                var end = Duration.between(series.time(at), place.chart().frame().to());
                names.add(new Name(line, place.y(place.panel().shown(line, at)),
                        end.compareTo(place.chart().apart().plus(series.step())) <= 0));
                return;
            }
        }
    }

    private void name(Place place, Name name, double height) {
        var line = place.chart().lines().get(name.line());
        double right = place.layout().right();
        var ink = inks.get(Ink.series(line.ink()));
        if (name.reaches()) {
            gc.setStroke(ink);
            gc.setLineWidth(1);
            gc.strokePolyline(new double[] {right, right + 4, right + 12, right + 15},
                    new double[] {name.height(), name.height(), height, height}, 4);
        }
        gc.setFont(NAME);
        gc.setFill(ink);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(line.name(), right + 18, height);
    }
}
