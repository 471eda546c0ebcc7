package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;
import tessera.model.SanitizedText;
import tessera.ui.metrics.ChartPainter.PositionedChart;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/** Draws the lines of charts, each with its name at its end. FX thread. */
final class ChartLinePainter {

    /** Between the end of a chart and the names of its lines. */
    static final double BEFORE_NAME = 18;
    private static final double THIN = 1.2;
    private static final double THICK = 2.2;
    private static final double BEHIND = 0.8;
    private static final double CROWD_BEHIND = 0.3;
    private static final int CROWD = 16;
    private static final double PITCH = 12;
    private static final double LEADER = 0.45;

    private final GraphicsContext gc;
    private final ChartPalette inks;
    private ChartFonts letters = ChartFonts.forScale(1);
    private ChartLineRasterizer raster = new ChartLineRasterizer(1, 1, 1);
    /** The points of one line after the other. */
    private double[] xs = {};
    private double[] ys = {};

    ChartLinePainter(GraphicsContext gc, ChartPalette inks) {
        this.gc = gc;
        this.inks = inks;
    }

    void setFonts(ChartFonts others) {
        letters = others;
    }

    /** Clears what was drawn before. */
    void begin(ChartLayout layout) {
        double wide = layout.right() - layout.left();
        double scale = screenScale();
        if (!raster.fits(wide, layout.height(), scale)) {
            raster = new ChartLineRasterizer(wide, layout.height(), scale);
        }
        raster.clear();
    }

    /** Draws a horizontal dashed line below all others; on a canvas this would take a hundred times as long. */
    void drawDashes(PositionedChart place, double y, Color colour, double... pattern) {
        var lineStroke = new ChartLineRasterizer.LineStroke(colour, 1);
        double end = place.layout().right() - place.layout().left();
        for (double x = 0; x < end; x += pattern[0] + pattern[1]) {
            raster.drawBar(x, Math.min(x + pattern[0], end), y, lineStroke);
        }
    }

    /** Draws one of the stripes below all lines; its ends are positions on the canvas. */
    void drawStripe(PositionedChart place, double[] ends, double[] heights, Color colour) {
        double left = place.layout().left();
        raster.drawLine(new double[] {ends[0] - left, ends[1] - left}, heights, 2,
                new ChartLineRasterizer.LineStroke(colour, THIN));
    }

    /** Draws the lines of all charts. */
    void paint(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, int front) {
        double opacity = front >= 0 && metricsScreenCharts.lines().size() > CROWD ? CROWD_BEHIND : BEHIND;
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var place = new PositionedChart(metricsScreenCharts, layout, number);
            for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
                if (line != front) {
                    drawBehind(place, line, opacity);
                }
            }
        }
        raster.paint(gc, layout.left(), 0);
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var place = new PositionedChart(metricsScreenCharts, layout, number);
            if (front >= 0) {
                drawFront(place, front);
            }
            drawNames(place, front);
        }
    }

    /** Returns the number of screen pixels for each pixel of the canvas. */
    private double screenScale() {
        var scene = gc.getCanvas().getScene();
        return scene == null || scene.getWindow() == null ? 1 : scene.getWindow().getOutputScaleX();
    }

    private void drawBehind(PositionedChart place, int line, double opacity) {
        var ink = inks.colorOf(ChartColors.seriesColor(place.chart().lines().get(line).color()));
        var lineStroke = new ChartLineRasterizer.LineStroke(ink.deriveColor(0, 1, 1, opacity), THIN);
        double left = place.layout().left();
        forEachStretch(place, line, left, count -> {
            if (count == 1) {
                gc.setFill(ink);
                drawDot(left, THIN);
            } else {
                raster.drawLine(xs, ys, count, lineStroke);
            }
        });
    }

    private void drawFront(PositionedChart place, int line) {
        var ink = inks.colorOf(ChartColors.seriesColor(place.chart().lines().get(line).color()));
        gc.setStroke(ink);
        gc.setFill(ink);
        gc.setLineWidth(THICK);
        forEachStretch(place, line, 0, count -> {
            if (count == 1) {
                drawDot(0, THICK);
            } else {
                gc.strokePolyline(xs, ys, count);
            }
        });
    }

    private void drawDot(double left, double width) {
        double radius = width + 0.4;
        gc.fillOval(left + xs[0] - radius, ys[0] - radius, 2 * radius, 2 * radius);
    }

    /** Passes the points of each stretch of a line, relative to a position on the canvas. */
    private void forEachStretch(PositionedChart place, int line, double origin, IntConsumer use) {
        var series = place.panel().series().get(line);
        double begin = place.xOf(series.startTime()) - origin;
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
        for (var seriesIndexRange : MeasurementGap.stretchesOf(series, place.chart().longestStep())) {
            int count = 0;
            for (int at = seriesIndexRange.first(); at <= seriesIndexRange.last(); at++) {
                float value = series.valueAt(at);
                if (!Float.isNaN(value)) {
                    xs[count] = Math.max(left, begin + at * step);
                    ys[count++] = bottom - height * scale.share(quantity.toChartUnit(value));
                }
            }
            use.accept(count);
        }
    }

    /** The end of a line, and whether it is the present. */
    private record ChartLineLabelPosition(int line, double height, boolean current) {}

    private void drawNames(PositionedChart place, int front) {
        var names = new ArrayList<ChartLineLabelPosition>();
        for (int line = 0; line < place.chart().lines().size(); line++) {
            addName(place, line, names);
        }
        double low = place.top() + 4;
        double high = place.bottom() - 4;
        var heights = ChartLabelSpacer.spread(names.stream().mapToDouble(ChartLineLabelPosition::height).toArray(),
                letters.scaled(PITCH),
                low,
                high);
        if (heights.length == 0) {
            // Not all fit: the one that matters is named, the others are in the table.
            names.stream().filter(name -> name.line() == front)
                    .forEach(name -> drawName(place, name, Math.clamp(name.height(), low, high)));
            return;
        }
        for (int at = 0; at < heights.length; at++) {
            drawName(place, names.get(at), heights[at]);
        }
    }

    private static void addName(PositionedChart place, int line, List<ChartLineLabelPosition> names) {
        var series = place.panel().series().get(line);
        for (int at = series.size() - 1; at >= 0; at--) {
            if (!Float.isNaN(series.valueAt(at))) {
                var end = Duration.between(series.timeAt(at), place.chart().frame().to());
                names.add(new ChartLineLabelPosition(line, place.yOf(place.panel().valueAt(line, at)),
                        end.compareTo(place.chart().longestStep().plus(series.step())) <= 0));
                return;
            }
        }
    }

    private void drawName(PositionedChart place, ChartLineLabelPosition name, double height) {
        var line = place.chart().lines().get(name.line());
        double right = place.layout().right();
        var ink = inks.colorOf(ChartColors.seriesColor(line.color()));
        if (name.current()) {
            // Paler and apart from the line, so that it leads to the name and is not taken for a measurement.
            gc.setStroke(ink.deriveColor(0, 1, 1, LEADER));
            gc.setLineWidth(1);
            gc.strokePolyline(new double[] {right + 5, right + 12, right + 15},
                    new double[] {name.height(), height, height}, 3);
        }
        gc.setFont(letters.name());
        gc.setFill(inks.colorOf(ChartColors.STRONG));
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(SanitizedText.sanitize(line.name()), right + BEFORE_NAME, height);
    }
}
