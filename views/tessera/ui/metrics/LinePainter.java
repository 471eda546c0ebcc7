package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import tessera.ui.metrics.ChartPainter.Place;
import tessera.ui.metrics.MetricsState.Chart;

/** Draws the lines of charts, each with its name at its end. FX thread. */
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
    private LineRaster raster = new LineRaster(1, 1, 1);

    LinePainter(GraphicsContext gc, ChartInks inks) {
        this.gc = gc;
        this.inks = inks;
    }

    /** Draws the lines of all charts. */
    void paint(Chart chart, ChartLayout layout, int front) {
        double wide = layout.right() - layout.left();
        double scale = scale();
        if (!raster.fits(wide, layout.height(), scale)) {
            raster = new LineRaster(wide, layout.height(), scale);
        }
        raster.clear();
        double opacity = front >= 0 && chart.lines().size() > CROWD ? CROWD_BEHIND : BEHIND;
        for (int number = 0; number < chart.panels().size(); number++) {
            var place = new Place(chart, layout, number);
            for (int line = 0; line < chart.lines().size(); line++) {
                if (line != front) {
                    behind(place, line, opacity);
                }
            }
        }
        raster.paint(gc, layout.left(), 0);
        for (int number = 0; number < chart.panels().size(); number++) {
            var place = new Place(chart, layout, number);
            if (front >= 0) {
                front(place, front);
            }
            names(place, front);
        }
    }

    /** How many pixels of the screen there are for each of the canvas. */
    private double scale() {
        var scene = gc.getCanvas().getScene();
        return scene == null || scene.getWindow() == null ? 1 : scene.getWindow().getOutputScaleX();
    }

    private void behind(Place place, int line, double opacity) {
        var ink = inks.get(Ink.series(place.chart().lines().get(line).ink()));
        var stroke = new LineRaster.Stroke(ink.deriveColor(0, 1, 1, opacity), THIN);
        for (var run : runs(place, line)) {
            if (run.count == 1) {
                gc.setFill(ink);
                dot(run, THIN);
            } else {
                Arrays.setAll(run.xs, at -> run.xs[at] - place.layout().left());
                raster.line(run.xs, run.ys, run.count, stroke);
            }
        }
    }

    private void front(Place place, int line) {
        var ink = inks.get(Ink.series(place.chart().lines().get(line).ink()));
        gc.setStroke(ink);
        gc.setFill(ink);
        gc.setLineWidth(THICK);
        for (var run : runs(place, line)) {
            if (run.count == 1) {
                dot(run, THICK);
            } else {
                gc.strokePolyline(run.xs, run.ys, run.count);
            }
        }
    }

    private void dot(Run run, double width) {
        double radius = width + 0.4;
        gc.fillOval(run.xs[0] - radius, run.ys[0] - radius, 2 * radius, 2 * radius);
    }

    /** Points that are joined. */
    private static final class Run {

        private final double[] xs;
        private final double[] ys;
        private int count;

        Run(int most) {
            xs = new double[most];
            ys = new double[most];
        }

        void add(double x, double y) {
            xs[count] = x;
            ys[count++] = y;
        }
    }

    private static List<Run> runs(Place place, int line) {
        var series = place.panel().series().get(line);
        double begin = place.x(series.start());
        double step = place.layout().x((double) series.step().toMillis() / place.chart().frame().length().toMillis())
                - place.layout().left();
        // Reckoned once, because there are many points.
        double bottom = place.bottom();
        double height = bottom - place.top();
        var panel = place.panel();
        var runs = new ArrayList<Run>();
        for (var stretch : Gap.stretches(series, place.chart().apart())) {
            var run = new Run(stretch.last() - stretch.first() + 1);
            for (int at = stretch.first(); at <= stretch.last(); at++) {
                float value = series.value(at);
                if (!Float.isNaN(value)) {
                    run.add(Math.max(place.layout().left(), begin + at * step),
                            bottom - height * panel.scale().share(panel.quantity().shown(value)));
                }
            }
            runs.add(run);
        }
        return runs;
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
