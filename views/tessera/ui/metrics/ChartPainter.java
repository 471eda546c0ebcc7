package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.metrics.MetricChart.Threshold;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/** Draws charts one above the other: axes, gaps, thresholds, and the lines with their names. FX thread. */
final class ChartPainter {

    private static final double HATCH = 6;
    /** Between a name and the edge. */
    private static final double EDGE = 16;
    private static final double[] WIDE_DASHES = {6, 3};
    private static final double[] NARROW_DASHES = {1.5, 2.5};
    private static final double TIME_WIDTH = 90;
    /** What words above a line need. */
    private static final double ABOVE = 12;
    private static final double ASIDE = 72;
    private static final double TINT = 0.16;
    /** In lower charts the words of thresholds would lie on the lines. */
    private static final double ROOM_FOR_WORDS = 84;

    private final GraphicsContext gc;
    private final ChartPalette inks;
    private final CanvasTextMeasurer fit;
    private final ZoneId zone;
    private final ChartLinePainter lines;
    private ChartFonts letters = ChartFonts.forScale(1);

    ChartPainter(GraphicsContext gc, ChartPalette inks, CanvasTextMeasurer fit, ZoneId zone) {
        this.gc = gc;
        this.inks = inks;
        this.fit = fit;
        this.zone = zone;
        lines = new ChartLinePainter(gc, inks);
    }

    /** Sets the fonts. */
    void setFonts(ChartFonts others) {
        letters = others;
        lines.setFonts(others);
    }

    /** Returns the width that the names of lines need beside them. */
    double namesWidth(MetricsScreenCharts metricsScreenCharts) {
        return ChartLinePainter.BEFORE_NAME + EDGE + metricsScreenCharts.lines().stream()
                .mapToDouble(line -> fit.width(line.name(), letters.name())).max().orElse(0);
    }

    /** @param front the line that is drawn above the others; −1 for none */
    void paint(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, int front) {
        gc.clearRect(0, 0, layout.width(), layout.height());
        gc.setLineJoin(StrokeLineJoin.BEVEL);
        gc.setLineCap(StrokeLineCap.BUTT);
        gc.setTextBaseline(VPos.CENTER);
        lines.begin(layout);
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var place = new PositionedChart(metricsScreenCharts, layout, number);
            drawHeading(place);
            drawGrid(place);
            drawBreaches(place);
            metricsScreenCharts.gaps().forEach(missingReason -> hatchGap(place, missingReason));
            place.panel().thresholds().forEach(threshold -> drawThreshold(place, threshold));
        }
        lines.paint(metricsScreenCharts, layout, front);
        drawTimes(metricsScreenCharts, layout);
        drawRemarks(metricsScreenCharts, layout);
    }

    /** A chart with its position. */
    record PositionedChart(MetricsScreenCharts chart, ChartLayout layout, int number) {

        MetricChart panel() {
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

    private void drawHeading(PositionedChart place) {
        double middle = place.top() - letters.scaled(17);
        var title = place.panel().quantity().title();
        drawText(title, letters.title(), ChartColors.STRONG, 16, middle);
        double left = 16 + fit.width(title, letters.title()) + 8;
        var caption = fit.shorten(place.panel().caption(), letters.text(), place.layout().right() - left);
        drawText(caption, letters.text(), ChartColors.MUTED, left, middle);
    }

    private void drawText(String text, Font font, ChartColors ink, double x, double y) {
        gc.setFont(font);
        gc.setFill(inks.colorOf(ink));
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(text, x, y);
    }

    private void drawGrid(PositionedChart place) {
        var layout = place.layout();
        double wide = layout.right() - layout.left();
        // Filled, because a stroke is a shape that is reckoned point by point.
        gc.setFill(inks.colorOf(ChartColors.GRID));
        for (var time : axisTimes(place.chart(), wide)) {
            gc.fillRect(Math.floor(place.xOf(time)), place.top(), 1, place.bottom() - place.top());
        }
        for (var tick : place.panel().scale().ticks()) {
            gc.fillRect(layout.left(), Math.floor(place.yOf(tick)), wide, 1);
        }
        gc.setFill(inks.colorOf(ChartColors.EDGE));
        gc.fillRect(layout.left(), place.top(), 1, place.bottom() - place.top());
        gc.setFont(letters.small());
        gc.setFill(inks.colorOf(ChartColors.MUTED));
        gc.setTextAlign(TextAlignment.RIGHT);
        for (var tick : place.panel().scale().ticks()) {
            gc.fillText(tick == Math.rint(tick) ? place.panel().quantity().numberText(tick).replaceFirst("\\.0$", "")
                    : Double.toString(tick), layout.left() - 8, Math.floor(place.yOf(tick)) + 0.5);
        }
    }

    /** Tints the time in which a line was above a warning threshold, with its duration. */
    private void drawBreaches(PositionedChart place) {
        var breaches = ThresholdBreachInterval.breachesOf(place.chart(), place.panel());
        gc.setFill(inks.colorOf(ChartColors.WARNING).deriveColor(0, 1, 1, TINT));
        for (var span : ThresholdBreachInterval.mergeSpans(breaches)) {
            double left = Math.max(place.layout().left() + 1, place.xOf(span.from()));
            double right = Math.min(place.layout().right(), place.xOf(span.to()));
            gc.fillRect(left, place.top(), Math.max(0, right - left), place.bottom() - place.top());
        }
        ThresholdBreachInterval.summaryText(breaches, place.chart(), place.panel().quantity()).ifPresent(text -> {
            double left = place.layout().right() - fit.width(text, letters.small());
            drawText(text, letters.small(), ChartColors.WARNING, left, place.top() - letters.scaled(17));
        });
    }

    private List<Instant> axisTimes(MetricsScreenCharts metricsScreenCharts, double width) {
        return ValueAxis.roundTimes(metricsScreenCharts.frame(), zone,
                Math.max(1, (int) (width / letters.scaled(TIME_WIDTH))));
    }

    private void drawTimes(MetricsScreenCharts metricsScreenCharts, ChartLayout layout) {
        gc.setFont(letters.small());
        gc.setFill(inks.colorOf(ChartColors.MUTED));
        gc.setTextAlign(TextAlignment.CENTER);
        double middle = layout.bottom(layout.charts() - 1) + letters.scaled(16);
        var clock = new ChartTimeText(metricsScreenCharts.frame(), zone);
        for (var time : axisTimes(metricsScreenCharts, layout.right() - layout.left())) {
            gc.fillText(clock.brief(time), layout.x(metricsScreenCharts.frame().shareOf(time)), middle);
        }
    }

    private void hatchGap(PositionedChart place, MeasurementGap missingReason) {
        double left = Math.max(place.layout().left() + 1, place.xOf(missingReason.from()));
        double right = Math.min(place.layout().right(), place.xOf(missingReason.to()));
        if (right - left < 1) {
            return;
        }
        double height = place.bottom() - place.top();
        for (double x = Math.floor((left - height) / HATCH) * HATCH; x < right; x += HATCH) {
            double begin = Math.max(x, left);
            double end = Math.min(x + height, right);
            if (begin < end) {
                lines.drawStripe(place, new double[] {begin, end},
                        new double[] {place.bottom() - (begin - x), place.bottom() - (end - x)},
                        inks.colorOf(ChartColors.HATCH));
            }
        }
    }

    private void drawThreshold(PositionedChart place, Threshold threshold) {
        if (threshold.value() > place.panel().scale().high()) {
            return;
        }
        var ink = switch (threshold.weight()) {
            case PLAIN -> ChartColors.MUTED;
            case WARNING -> ChartColors.WARNING;
            case CRITICAL -> ChartColors.CRITICAL;
        };
        double y = Math.floor(place.yOf(threshold.value())) + 0.5;
        boolean warning = threshold.weight() == MetricChart.ThresholdSeverity.WARNING;
        lines.drawDashes(place, y, inks.colorOf(ink), warning ? WIDE_DASHES : NARROW_DASHES);
        if (place.bottom() - place.top() < letters.scaled(ROOM_FOR_WORDS)) {
            return;
        }
        // Warnings have a line of greater weight above them, whose words step aside where these meet.
        boolean below = warning || y - place.top() < letters.scaled(ABOVE);
        double aside = below && threshold.weight() == MetricChart.ThresholdSeverity.CRITICAL ? ASIDE : 0;
        drawText(threshold.labelText(), letters.small(), ink, place.layout().left() + 8 + letters.scaled(aside),
                below ? y + letters.scaled(9) : y - letters.scaled(8));
    }

    /** Draws remarks on gaps and on the time before the history began. */
    private void drawRemarks(MetricsScreenCharts metricsScreenCharts, ChartLayout layout) {
        double middle = layout.top(0) - letters.scaled(17);
        double free = layout.left() + letters.scaled(260);
        for (var missingReason : metricsScreenCharts.gaps()) {
            double left = layout.x(Math.max(0, metricsScreenCharts.frame().shareOf(missingReason.from())));
            double right = layout.x(Math.min(1, metricsScreenCharts.frame().shareOf(missingReason.to())));
            double half = fit.width(missingReason.gapText(), letters.small()) / 2;
            double centre = Math.min((left + right) / 2, layout.right() - half);
            if (centre - half > free) {
                drawText(missingReason.gapText(), letters.small(), ChartColors.MUTED, centre - half, middle);
                free = centre + half + 12;
            }
        }
        metricsScreenCharts.historyStart().filter(moment -> metricsScreenCharts.startsInSight()).ifPresent(moment -> {
            double x = layout.x(Math.min(1, metricsScreenCharts.frame().shareOf(moment)));
            var all = metricsScreenCharts.startText()
                    .formatted(new ChartTimeText(metricsScreenCharts.frame(), zone).brief(moment));
            int end = all.indexOf(';');
            var text = end < 0 || fit.width(all, letters.text()) + 24 < layout.right() - layout.left() ? all
                    : all.substring(0, end);
            double y = layout.y(0, 0.62);
            boolean before = fit.width(text, letters.text()) + 24 < x - layout.left();
            drawText(text, letters.text(), ChartColors.MUTED,
                    before ? x - 12 - fit.width(text, letters.text()) : layout.left() + 12, y);
        });
    }
}
