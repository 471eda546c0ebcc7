package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import tessera.text.MessageCatalog;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.metrics.ChartLinePainter.PositionedChart;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
import tessera.ui.metrics.MetricChartState.ChartThreshold;
import tessera.ui.metrics.MetricChartState.ThresholdSeverity;

/** Draws charts one above the other: axes, gaps, thresholds, and the lines with their names. FX thread. */
final class ChartPainter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartPainter.class);
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
    private final CssColorPalette<ChartColor> palette;
    private final CanvasTextMeasurer textMeasurer;
    private final ZoneId zone;
    private final ChartLinePainter linePainter;
    private ChartFonts fonts = ChartFonts.forScale(1);

    ChartPainter(GraphicsContext gc, CssColorPalette<ChartColor> palette, CanvasTextMeasurer textMeasurer,
            ZoneId zone) {
        this.gc = gc;
        this.palette = palette;
        this.textMeasurer = textMeasurer;
        this.zone = zone;
        linePainter = new ChartLinePainter(gc, palette);
    }

    /** Sets the fonts. */
    void setFonts(ChartFonts others) {
        fonts = others;
        linePainter.setFonts(others);
    }

    /** Returns the width that the names of lines need beside them. */
    double namesWidth(MetricsScreenCharts metricsScreenCharts) {
        return ChartLinePainter.BEFORE_NAME + EDGE + metricsScreenCharts.lines().stream()
                .mapToDouble(line -> textMeasurer.width(line.name(), fonts.name())).max().orElse(0);
    }

    /** @param front the line that is drawn above the others; −1 for none */
    void paint(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, int front) {
        gc.clearRect(0, 0, layout.width(), layout.height());
        gc.setLineJoin(StrokeLineJoin.BEVEL);
        gc.setLineCap(StrokeLineCap.BUTT);
        gc.setTextBaseline(VPos.CENTER);
        linePainter.begin(layout);
        for (int number = 0; number < metricsScreenCharts.panels().size(); number++) {
            var chart = new PositionedChart(metricsScreenCharts, layout, number);
            drawHeading(chart);
            drawGrid(chart);
            drawBreaches(chart);
            metricsScreenCharts.gaps().forEach(missingReason -> hatchGap(chart, missingReason));
            chart.panel().thresholds().forEach(threshold -> drawThreshold(chart, threshold));
        }
        linePainter.paint(metricsScreenCharts, layout, front);
        drawTimes(metricsScreenCharts, layout);
        drawRemarks(metricsScreenCharts, layout);
    }

    private void drawHeading(PositionedChart chart) {
        double middle = chart.top() - fonts.scaled(17);
        var title = chart.panel().measure().title();
        drawText(title, fonts.title(), ChartColor.STRONG, 16, middle);
        double left = 16 + textMeasurer.width(title, fonts.title()) + 8;
        var caption = textMeasurer.shorten(chart.panel().caption(), fonts.text(), chart.layout().right() - left);
        drawText(caption, fonts.text(), ChartColor.MUTED, left, middle);
    }

    private void drawText(String text, Font font, ChartColor ink, double x, double y) {
        gc.setFont(font);
        gc.setFill(palette.colorOf(ink));
        gc.setTextAlign(TextAlignment.LEFT);
        gc.fillText(text, x, y);
    }

    private void drawGrid(PositionedChart chart) {
        var layout = chart.layout();
        double wide = layout.right() - layout.left();
        // Filled, because a stroke is a shape that is reckoned point by point.
        gc.setFill(palette.colorOf(ChartColor.GRID));
        for (var time : axisTimes(chart.chart(), wide)) {
            gc.fillRect(Math.floor(chart.xOf(time)), chart.top(), 1, chart.bottom() - chart.top());
        }
        for (var tick : chart.panel().scale().ticks()) {
            gc.fillRect(layout.left(), Math.floor(chart.yOf(tick)), wide, 1);
        }
        gc.setFill(palette.colorOf(ChartColor.EDGE));
        gc.fillRect(layout.left(), chart.top(), 1, chart.bottom() - chart.top());
        gc.setFont(fonts.small());
        gc.setFill(palette.colorOf(ChartColor.MUTED));
        gc.setTextAlign(TextAlignment.RIGHT);
        for (var tick : chart.panel().scale().ticks()) {
            gc.fillText(tick == Math.rint(tick) ? chart.panel().measure().numberText(tick).replaceFirst("\\.0$", "")
                    : Double.toString(tick), layout.left() - 8, Math.floor(chart.yOf(tick)) + 0.5);
        }
    }

    /** Tints the time in which a line was above a warning threshold, with its duration. */
    private void drawBreaches(PositionedChart chart) {
        var breaches = ThresholdBreachInterval.breachesOf(chart.chart(), chart.panel());
        gc.setFill(palette.colorOf(ChartColor.WARNING).deriveColor(0, 1, 1, TINT));
        for (var gap : ThresholdBreachInterval.mergeSpans(breaches)) {
            double left = Math.max(chart.layout().left() + 1, chart.xOf(gap.from()));
            double right = Math.min(chart.layout().right(), chart.xOf(gap.to()));
            gc.fillRect(left, chart.top(), Math.max(0, right - left), chart.bottom() - chart.top());
        }
        ThresholdBreachInterval.summaryText(breaches, chart.chart(), chart.panel().measure()).ifPresent(text -> {
            double left = chart.layout().right() - textMeasurer.width(text, fonts.small());
            drawText(text, fonts.small(), ChartColor.WARNING, left, chart.top() - fonts.scaled(17));
        });
    }

    private List<Instant> axisTimes(MetricsScreenCharts metricsScreenCharts, double width) {
        return ChartValueAxis.roundTimes(metricsScreenCharts.frame(), zone,
                Math.max(1, (int) (width / fonts.scaled(TIME_WIDTH))));
    }

    private void drawTimes(MetricsScreenCharts metricsScreenCharts, ChartLayout layout) {
        gc.setFont(fonts.small());
        gc.setFill(palette.colorOf(ChartColor.MUTED));
        gc.setTextAlign(TextAlignment.CENTER);
        double middle = layout.bottom(layout.charts() - 1) + fonts.scaled(16);
        var clock = new ChartTimeFormatter(metricsScreenCharts.frame(), zone);
        for (var time : axisTimes(metricsScreenCharts, layout.right() - layout.left())) {
            gc.fillText(clock.brief(time), layout.x(metricsScreenCharts.frame().shareOf(time)), middle);
        }
    }

    private void hatchGap(PositionedChart chart, MeasurementGap missingReason) {
        double left = Math.max(chart.layout().left() + 1, chart.xOf(missingReason.from()));
        double right = Math.min(chart.layout().right(), chart.xOf(missingReason.to()));
        if (right - left < 1) {
            return;
        }
        double height = chart.bottom() - chart.top();
        for (double x = Math.floor((left - height) / HATCH) * HATCH; x < right; x += HATCH) {
            double begin = Math.max(x, left);
            double end = Math.min(x + height, right);
            if (begin < end) {
                linePainter.drawStripe(chart, new double[] {begin, end},
                        new double[] {chart.bottom() - (begin - x), chart.bottom() - (end - x)},
                        palette.colorOf(ChartColor.HATCH));
            }
        }
    }

    private void drawThreshold(PositionedChart chart, ChartThreshold threshold) {
        if (threshold.value() > chart.panel().scale().high()) {
            return;
        }
        var ink = switch (threshold.weight()) {
            case PLAIN -> ChartColor.MUTED;
            case WARNING -> ChartColor.WARNING;
            case CRITICAL -> ChartColor.CRITICAL;
        };
        double y = Math.floor(chart.yOf(threshold.value())) + 0.5;
        boolean warning = threshold.weight() == MetricChartState.ThresholdSeverity.WARNING;
        linePainter.drawDashes(chart, y, palette.colorOf(ink), warning ? WIDE_DASHES : NARROW_DASHES);
        if (chart.bottom() - chart.top() < fonts.scaled(ROOM_FOR_WORDS)) {
            return;
        }
        // Warnings have a line of greater weight above them, whose words step aside where these meet.
        boolean below = warning || y - chart.top() < fonts.scaled(ABOVE);
        double left = chart.layout().left() + 8;
        if (below && threshold.weight() == MetricChartState.ThresholdSeverity.CRITICAL) {
            left += fonts.scaled(ASIDE);
        }
        drawText(threshold.labelText(), fonts.small(), ink, left, below ? y + fonts.scaled(9) : y - fonts.scaled(8));
    }

    /** Draws remarks on gaps and on the time before the history began. */
    private void drawRemarks(MetricsScreenCharts metricsScreenCharts, ChartLayout layout) {
        double middle = layout.top(0) - fonts.scaled(17);
        double free = layout.left() + fonts.scaled(260);
        for (var missingReason : metricsScreenCharts.gaps()) {
            double left = layout.x(Math.max(0, metricsScreenCharts.frame().shareOf(missingReason.from())));
            double right = layout.x(Math.min(1, metricsScreenCharts.frame().shareOf(missingReason.to())));
            double half = textMeasurer.width(missingReason.gapText(), fonts.small()) / 2;
            double centre = Math.min((left + right) / 2, layout.right() - half);
            if (centre - half > free) {
                drawText(missingReason.gapText(), fonts.small(), ChartColor.MUTED, centre - half, middle);
                free = centre + half + 12;
            }
        }
        metricsScreenCharts.historyStart().filter(moment -> metricsScreenCharts.startsInSight()).ifPresent(moment -> {
            double x = layout.x(Math.min(1, metricsScreenCharts.frame().shareOf(moment)));
            var all = metricsScreenCharts.startText()
                    .formatted(new ChartTimeFormatter(metricsScreenCharts.frame(), zone).brief(moment));
            int end = all.indexOf(';');
            var text = end < 0 || textMeasurer.width(all, fonts.text()) + 24 < layout.right() - layout.left() ? all
                    : all.substring(0, end);
            double y = layout.y(0, 0.62);
            boolean before = textMeasurer.width(text, fonts.text()) + 24 < x - layout.left();
            drawText(text, fonts.text(), ChartColor.MUTED,
                    before ? x - 12 - textMeasurer.width(text, fonts.text()) : layout.left() + 12, y);
        });
    }

    /**
     * A time in which a line was above a warning threshold.
     *
     * @param line      which
     * @param threshold which it was above
     */
    record ThresholdBreachInterval(int line, ChartThreshold threshold, Instant from, Instant to) {

        /** A shorter one is a peak. */
        private static final Duration LEAST = Duration.ofMinutes(1);

        private Duration duration() {
            return Duration.between(from, to);
        }

        /**
         * Returns the breaches of all lines of a chart. A gap ends one; what is missing for a shorter
         * time does not.
         */
        static List<ThresholdBreachInterval> breachesOf(MetricsScreenCharts metricsScreenCharts,
                MetricChartState panel) {
            var breaches = new ArrayList<ThresholdBreachInterval>();
            panel.thresholds().stream().filter(threshold -> threshold.weight() == ThresholdSeverity.WARNING).findFirst()
                    .ifPresent(threshold -> {
                        for (int line = 0; line < metricsScreenCharts.lines().size(); line++) {
                            addBreaches(breaches, metricsScreenCharts, panel,
                                    new ThresholdBreachInterval(line, threshold, Instant.MIN, Instant.MIN));
                        }
                    });
            return breaches;
        }

        private static void addBreaches(List<ThresholdBreachInterval> breaches, MetricsScreenCharts metricsScreenCharts,
                MetricChartState panel, ThresholdBreachInterval of) {
            var series = panel.series().get(of.line());
            for (var seriesIndexRange : MeasurementGap.stretchesOf(series, metricsScreenCharts.longestStep())) {
                int first = -1;
                for (int at = seriesIndexRange.first(); at <= seriesIndexRange.last() + 1; at++) {
                    double value = at > seriesIndexRange.last() ? Double.NEGATIVE_INFINITY
                            : panel.valueAt(of.line(), at);
                    if (value > of.threshold().value()) {
                        first = first < 0 ? at : first;
                    } else if (first >= 0 && !Double.isNaN(value)) {
                        var breach = new ThresholdBreachInterval(of.line(), of.threshold(), series.timeAt(first),
                                series.timeAt(at - 1));
                        if (breach.duration().compareTo(LEAST) >= 0) {
                            breaches.add(breach);
                        }
                        first = -1;
                    }
                }
            }
        }

        /** Returns a summary of the breaches, e.g. {@code GPU 2 above 85 °C for 9 min}; empty where there are none. */
        static Optional<String> summaryText(List<ThresholdBreachInterval> breaches,
                MetricsScreenCharts metricsScreenCharts, ChartedMeasure measure) {
            var lines = breaches.stream().map(ThresholdBreachInterval::line).distinct().count();
            return breaches.stream().max(Comparator.comparing(ThresholdBreachInterval::duration))
                    .map(longest -> MESSAGES.text("chart.breach",
                            lines == 1 ? metricsScreenCharts.lines().get(longest.line()).title() : "", lines,
                            measure.numberText(longest.threshold().value()), measure.unit(),
                            AgeFormatter.brief(longest.duration())));
        }

        /** Returns the times of the breaches, overlapping ones merged. */
        static List<MeasurementGap> mergeSpans(List<ThresholdBreachInterval> breaches) {
            var spans = new ArrayList<MeasurementGap>();
            breaches.stream().sorted(Comparator.comparing(ThresholdBreachInterval::from)).forEach(breach -> {
                var last = spans.isEmpty() ? null : spans.getLast();
                if (last == null || breach.from().isAfter(last.to())) {
                    spans.add(new MeasurementGap(breach.from(), breach.to()));
                } else if (breach.to().isAfter(last.to())) {
                    spans.set(spans.size() - 1, new MeasurementGap(last.from(), breach.to()));
                }
            });
            return spans;
        }
    }
}
