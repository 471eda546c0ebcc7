package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;
import tessera.model.ForeignTextSanitizer;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

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
    private final CssColorPalette<ChartColor> palette;
    private ChartFonts fonts = ChartFonts.forScale(1);
    private ChartLineRasterizer raster = new ChartLineRasterizer(1, 1, 1);
    /** The points of one line after the other. */
    private double[] xs = {};
    private double[] ys = {};

    ChartLinePainter(GraphicsContext gc, CssColorPalette<ChartColor> palette) {
        this.gc = gc;
        this.palette = palette;
    }

    void setFonts(ChartFonts others) {
        fonts = others;
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
    void drawDashes(PositionedChart chart, double y, Color colour, double... pattern) {
        var lineStroke = new ChartLineRasterizer.LineStroke(colour, 1);
        double end = chart.layout().right() - chart.layout().left();
        for (double x = 0; x < end; x += pattern[0] + pattern[1]) {
            raster.drawBar(x, Math.min(x + pattern[0], end), y, lineStroke);
        }
    }

    /** Draws one of the stripes below all lines; its ends are positions on the canvas. */
    void drawStripe(PositionedChart chart, double[] ends, double[] heights, Color colour) {
        double left = chart.layout().left();
        raster.drawLine(new double[] {ends[0] - left, ends[1] - left}, heights, 2,
                new ChartLineRasterizer.LineStroke(colour, THIN));
    }

    /** Draws the lines of all charts. */
    void paint(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, int front) {
        double opacity = front >= 0 && metricsScreenCharts.lines().size() > CROWD ? CROWD_BEHIND : BEHIND;
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var chart = new PositionedChart(metricsScreenCharts, layout, number);
            for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
                if (line != front) {
                    drawBehind(chart, line, opacity);
                }
            }
        }
        raster.paint(gc, layout.left(), 0);
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var chart = new PositionedChart(metricsScreenCharts, layout, number);
            if (front >= 0) {
                drawFront(chart, front);
            }
            drawNames(chart, front);
        }
    }

    /** Returns the number of screen pixels for each pixel of the canvas. */
    private double screenScale() {
        var scene = gc.getCanvas().getScene();
        return scene == null || scene.getWindow() == null ? 1 : scene.getWindow().getOutputScaleX();
    }

    private void drawBehind(PositionedChart chart, int line, double opacity) {
        var ink = palette.colorOf(ChartColor.seriesColor(chart.chart().lines().get(line).color()));
        var lineStroke = new ChartLineRasterizer.LineStroke(ink.deriveColor(0, 1, 1, opacity), THIN);
        double left = chart.layout().left();
        forEachStretch(chart, line, left, count -> {
            if (count == 1) {
                gc.setFill(ink);
                drawDot(left, THIN);
            } else {
                raster.drawLine(xs, ys, count, lineStroke);
            }
        });
    }

    private void drawFront(PositionedChart chart, int line) {
        var ink = palette.colorOf(ChartColor.seriesColor(chart.chart().lines().get(line).color()));
        gc.setStroke(ink);
        gc.setFill(ink);
        gc.setLineWidth(THICK);
        forEachStretch(chart, line, 0, count -> {
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
    private void forEachStretch(PositionedChart chart, int line, double origin, IntConsumer use) {
        var series = chart.panel().series().get(line);
        double begin = chart.xOf(series.startTime()) - origin;
        double step = (chart.layout().right() - chart.layout().left()) * series.step().toMillis()
                / chart.chart().frame().length().toMillis();
        double left = chart.layout().left() - origin;
        // Reckoned once, because there are many points.
        double bottom = chart.bottom();
        double height = bottom - chart.top();
        var scale = chart.panel().scale();
        var measure = chart.panel().measure();
        if (xs.length < series.size()) {
            xs = new double[series.size()];
            ys = new double[series.size()];
        }
        for (var seriesIndexRange : MeasurementGap.stretchesOf(series, chart.chart().longestStep())) {
            int count = 0;
            for (int at = seriesIndexRange.first(); at <= seriesIndexRange.last(); at++) {
                float value = series.valueAt(at);
                if (!Float.isNaN(value)) {
                    xs[count] = Math.max(left, begin + at * step);
                    ys[count++] = bottom - height * scale.share(measure.toChartUnit(value));
                }
            }
            use.accept(count);
        }
    }

    /** The end of a line, and whether it is the present. */
    private record ChartLineLabelPosition(int line, double height, boolean current) {}

    private void drawNames(PositionedChart chart, int front) {
        var names = new ArrayList<ChartLineLabelPosition>();
        for (int line = 0; line < chart.chart().lines().size(); line++) {
            addName(chart, line, names);
        }
        double low = chart.top() + 4;
        double high = chart.bottom() - 4;
        var heights = ChartLabelSpacer.spread(names.stream().mapToDouble(ChartLineLabelPosition::height).toArray(),
                fonts.scaled(PITCH), low, high);
        if (heights.length == 0) {
            // Not all fit: the one that matters is named, the others are in the table.
            names.stream().filter(name -> name.line() == front)
                    .forEach(name -> drawName(chart, name, Math.clamp(name.height(), low, high)));
            return;
        }
        for (int at = 0; at < heights.length; at++) {
            drawName(chart, names.get(at), heights[at]);
        }
    }

    private static void addName(PositionedChart chart, int line, List<ChartLineLabelPosition> names) {
        var series = chart.panel().series().get(line);
        for (int at = series.size() - 1; at >= 0; at--) {
            if (!Float.isNaN(series.valueAt(at))) {
                var end = Duration.between(series.timeAt(at), chart.chart().frame().to());
                names.add(new ChartLineLabelPosition(line, chart.yOf(chart.panel().valueAt(line, at)),
                        end.compareTo(chart.chart().longestStep().plus(series.step())) <= 0));
                return;
            }
        }
    }

    private void drawName(PositionedChart chart, ChartLineLabelPosition name, double height) {
        var line = chart.chart().lines().get(name.line());
        double right = chart.layout().right();
        var ink = palette.colorOf(ChartColor.seriesColor(line.color()));
        if (name.current()) {
            // Paler and apart from the line, so that it leads to the name and is not taken for a measurement.
            gc.setStroke(ink.deriveColor(0, 1, 1, LEADER));
            gc.setLineWidth(1);
            gc.strokePolyline(new double[] {right + 5, right + 12, right + 15},
                    new double[] {name.height(), height, height}, 3);
        }
        gc.setFont(fonts.name());
        gc.setFill(palette.colorOf(ChartColor.STRONG));
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(ForeignTextSanitizer.sanitize(line.name()), right + BEFORE_NAME, height);
    }

    /** Moves names apart that would overlap. */
    static final class ChartLabelSpacer {

        private ChartLabelSpacer() {}

        /**
         * Returns the heights of names in the same order, each as near to its wanted height as the others allow.
         *
         * @param pitch between two names
         * @return one for each; empty where they do not all fit
         */
        static double[] spread(double[] wanted, double pitch, double low, double high) {
            int count = wanted.length;
            if ((count - 1) * pitch > high - low) {
                return new double[0];
            }
            var order = IntStream.range(0, count).boxed().sorted(Comparator.comparingDouble(name -> wanted[name]))
                    .toList();
            var placed = new double[count];
            Arrays.setAll(placed, at -> wanted[order.get(at)] - at * pitch);
            mergeOverlaps(placed);
            Arrays.setAll(placed, at -> Math.clamp(placed[at], low, high - (count - 1) * pitch) + at * pitch);
            var result = new double[count];
            for (int at = 0; at < count; at++) {
                result[order.get(at)] = placed[at];
            }
            return result;
        }

        /** Moves names that would overlap to their common middle. */
        private static void mergeOverlaps(double[] heights) {
            for (int at = 1; at < heights.length; at++) {
                int first = at;
                double sum = heights[at];
                while (first > 0 && heights[first - 1] > sum / (at - first + 1)) {
                    first--;
                    sum += heights[first];
                }
                Arrays.fill(heights, first, at + 1, sum / (at - first + 1));
            }
        }
    }

    /** A chart with its position. */
    record PositionedChart(MetricsScreenCharts chart, ChartLayout layout, int number) {

        MetricChartState panel() {
            return chart.panels().get(number);
        }

        double xOf(Instant moment) {
            return layout.x(chart.frame().shareOf(moment));
        }

        double yOf(double shown) {
            return layout.y(number, panel().scale().share(shown));
        }

        double top() {
            return layout.top(number);
        }

        double bottom() {
            return layout.bottom(number);
        }
    }
}
