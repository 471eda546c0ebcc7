package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;
import tessera.model.PlainText;
import tessera.ui.metrics.ChartPainter.ChartPosition;
import tessera.ui.metrics.MetricsState.Chart;

/** Draws the lines of charts, each with its name at its end. FX thread. */
final class LinePainter {

    /** Between the end of a chart and the names of its lines. */
    static final double BEFORE_NAME = 18;
    private static final double THIN = 1.2;
    private static final double THICK = 2.2;
    private static final double BEHIND = 0.8;
    private static final double CROWD_BEHIND = 0.3;
    private static final int CROWD = 16;
    private static final double PITCH = 12;

    private final GraphicsContext gc;
    private final ChartInks inks;
    private ChartLetters letters = ChartLetters.of(1);
    private LineRaster raster = new LineRaster(1, 1, 1);
    /** The points of one line after the other. */
    private double[] xs = {};
    private double[] ys = {};

    LinePainter(GraphicsContext gc, ChartInks inks) {
        this.gc = gc;
        this.inks = inks;
    }

    void write(ChartLetters others) {
        letters = others;
    }

    /** Takes away what was drawn before. */
    void begin(ChartLayout layout) {
        double wide = layout.right() - layout.left();
        double scale = scale();
        if (!raster.fits(wide, layout.height(), scale)) {
            raster = new LineRaster(wide, layout.height(), scale);
        }
        raster.clear();
    }

    /** Draws a level line of dashes below all others; a canvas would need a hundred times as long for it. */
    void dashes(ChartPosition place, double y, Color colour, double... pattern) {
        var stroke = new LineRaster.Stroke(colour, 1);
        double end = place.layout().right() - place.layout().left();
        for (double x = 0; x < end; x += pattern[0] + pattern[1]) {
            raster.bar(x, Math.min(x + pattern[0], end), y, stroke);
        }
    }

    /** Draws one of the stripes that lie below all lines; its ends are on the canvas. */
    void stripe(ChartPosition place, double[] ends, double[] heights, Color colour) {
        double left = place.layout().left();
        raster.line(new double[] {ends[0] - left, ends[1] - left}, heights, 2, new LineRaster.Stroke(colour, THIN));
    }

    /** Draws the lines of all charts. */
    void paint(Chart chart, ChartLayout layout, int front) {
        double opacity = front >= 0 && chart.lines().size() > CROWD ? CROWD_BEHIND : BEHIND;
        for (int number = 0; number < chart.panels().size(); number++) {
            var place = new ChartPosition(chart, layout, number);
            for (int line = 0; line < chart.lines().size(); line++) {
                if (line != front) {
                    behind(place, line, opacity);
                }
            }
        }
        raster.paint(gc, layout.left(), 0);
        for (int number = 0; number < chart.panels().size(); number++) {
            var place = new ChartPosition(chart, layout, number);
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

    private void behind(ChartPosition place, int line, double opacity) {
        var ink = inks.get(ChartColors.series(place.chart().lines().get(line).ink()));
        var stroke = new LineRaster.Stroke(ink.deriveColor(0, 1, 1, opacity), THIN);
        double left = place.layout().left();
        each(place, line, left, count -> {
            if (count == 1) {
                gc.setFill(ink);
                dot(left, THIN);
            } else {
                raster.line(xs, ys, count, stroke);
            }
        });
    }

    private void front(ChartPosition place, int line) {
        var ink = inks.get(ChartColors.series(place.chart().lines().get(line).ink()));
        gc.setStroke(ink);
        gc.setFill(ink);
        gc.setLineWidth(THICK);
        each(place, line, 0, count -> {
            if (count == 1) {
                dot(0, THICK);
            } else {
                gc.strokePolyline(xs, ys, count);
            }
        });
    }

    private void dot(double left, double width) {
        double radius = width + 0.4;
        gc.fillOval(left + xs[0] - radius, ys[0] - radius, 2 * radius, 2 * radius);
    }

    /** Takes the points of one stretch of a line after the other, counted from a place on the canvas. */
    private void each(ChartPosition place, int line, double origin, IntConsumer use) {
        var series = place.panel().series().get(line);
        double begin = place.x(series.start()) - origin;
        double step = (place.layout().right() - place.layout().left()) * series.step().toMillis()
                / place.chart().frame().length().toMillis();
        double left = place.layout().left() - origin;
        // Reckoned once, because there are many points.
        double bottom = place.bottom();
        double height = bottom - place.top();
        var scale = place.panel().scale();
        var quantity = place.panel().quantity();
        if (xs.length < series.size()) {
            xs = new double[series.size()];
            ys = new double[series.size()];
        }
        for (var stretch : MeasurementGap.stretches(series, place.chart().apart())) {
            int count = 0;
            for (int at = stretch.first(); at <= stretch.last(); at++) {
                float value = series.value(at);
                if (!Float.isNaN(value)) {
                    xs[count] = Math.max(left, begin + at * step);
                    ys[count++] = bottom - height * scale.share(quantity.shown(value));
                }
            }
            use.accept(count);
        }
    }

    /** Where a line ends, and whether that is now. */
    private record LineEnd(int line, double end, double height, boolean reaches) {}

    private void names(ChartPosition place, int front) {
        var names = new ArrayList<LineEnd>();
        for (int line = 0; line < place.chart().lines().size(); line++) {
            name(place, line, names);
        }
        double low = place.top() + 4;
        double high = place.bottom() - 4;
        var heights = LabelSpread.of(names.stream().mapToDouble(LineEnd::height).toArray(), letters.scaled(PITCH), low,
                high);
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

    private static void name(ChartPosition place, int line, List<LineEnd> names) {
        var series = place.panel().series().get(line);
        for (int at = series.size() - 1; at >= 0; at--) {
            if (!Float.isNaN(series.value(at))) {
                var end = Duration.between(series.time(at), place.chart().frame().to());
                names.add(new LineEnd(line, place.x(series.time(at)), place.y(place.panel().shown(line, at)),
                        end.compareTo(place.chart().apart().plus(series.step())) <= 0));
                return;
            }
        }
    }

    private void name(ChartPosition place, LineEnd name, double height) {
        var line = place.chart().lines().get(name.line());
        double right = place.layout().right();
        var ink = inks.get(ChartColors.series(line.ink()));
        if (name.reaches()) {
            gc.setStroke(ink);
            gc.setLineWidth(1);
            // From where the line ends, so that the eye is led on to its name.
            gc.strokePolyline(new double[] {Math.min(name.end(), right), right + 4, right + 12, right + 15},
                    new double[] {name.height(), name.height(), height, height}, 4);
        }
        gc.setFont(letters.name());
        gc.setFill(inks.get(ChartColors.STRONG));
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(PlainText.of(line.name()), right + BEFORE_NAME, height);
    }
}
