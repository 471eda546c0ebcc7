package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Group;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Line;
import javafx.scene.shape.Rectangle;
import tessera.text.MessageCatalog;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.PaintedRegion;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/**
 * Charts one above the other over one time axis, with a common crosshair. FX thread.
 *
 * <p>Painted only while it is in a window; what follows the pointer lies above the canvas and is not painted anew.
 */
final class StackedMetricChartsPane extends PaintedRegion<ChartColor> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StackedMetricChartsPane.class);
    private static final double NEAR = 14;

    private final Canvas canvas = new Canvas();
    private final ChartCrosshair cross;
    private final Rectangle zoomSelection = new Rectangle();
    private final ChartPainter painter;
    private final ObjectProperty<Optional<Object>> front = new SimpleObjectProperty<>(Optional.empty());
    private final ChartTimeAxisModel axis;
    private final ObjectProperty<Optional<MetricValuesAtTime>> pointed = new SimpleObjectProperty<>(Optional.empty());
    private boolean scrolls;
    private ChartFonts fonts = ChartFonts.forScale(1);
    private MetricsScreenCharts metricsScreenCharts = MetricsScreenCharts
            .empty(new ChartTimeFrame(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)));

    /** With a time of its own. */
    StackedMetricChartsPane(ZoneId zone) {
        this(zone, new ChartTimeAxisModel());
    }

    /** @param axis shared with other charts */
    StackedMetricChartsPane(ZoneId zone, ChartTimeAxisModel axis) {
        super(ChartColor.PALETTE);
        this.axis = axis;
        painter = new ChartPainter(canvas.getGraphicsContext2D(), palette(), new CanvasTextMeasurer(), zone);
        cross = new ChartCrosshair(palette(), zone);
        setId("metrics-chart");
        getStyleClass().add("time-charts");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.NODE);
        zoomSelection.getStyleClass().add("zoom-choice");
        zoomSelection.setManaged(false);
        zoomSelection.setVisible(false);
        getChildren().addAll(canvas, new FontSizeProbe(this::setTextScale), zoomSelection, cross.node());
        front.addListener((property, before, now) -> paint());
        axis.pointerProperty().addListener((property, before, now) -> updatePointed());
        var clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
        new MetricChartInputHandler(this).attach();
    }

    /** Returns the device whose line is in front. */
    ObjectProperty<Optional<Object>> frontProperty() {
        return front;
    }

    /** Returns the time that the user zoomed to; empty for the time up to now. */
    ObjectProperty<Optional<ChartTimeFrame>> zoomProperty() {
        return axis.zoomProperty();
    }

    /** Returns the values under the pointer; empty while it is elsewhere, or in a gap. */
    ObjectProperty<Optional<MetricValuesAtTime>> pointedProperty() {
        return pointed;
    }

    /** Returns how far back one can go; zero where everything is in sight. */
    ObjectProperty<Duration> reachProperty() {
        return axis.reachProperty();
    }

    ChartTimeAxisModel axis() {
        return axis;
    }

    /** Leaves the wheel to the surrounding page, unless Ctrl or Shift is down. */
    void scrollWithPage() {
        scrolls = true;
    }

    boolean scrollsWithPage() {
        return scrolls;
    }

    MetricsScreenCharts chart() {
        return metricsScreenCharts;
    }

    void show(MetricsScreenCharts latestCharts) {
        metricsScreenCharts = latestCharts;
        setAccessibleText(accessibleText());
        paint();
        updatePointed();
    }

    private String accessibleText() {
        return MESSAGES.text("chart.accessible",
                metricsScreenCharts.panels().stream().map(panel -> panel.measure().title())
                        .collect(Collectors.joining(", ")),
                metricsScreenCharts.lines().stream().map(MetricChartLine::title).collect(Collectors.joining(", ")),
                metricsScreenCharts.gaps().stream().map(MeasurementGap::gapText).collect(Collectors.joining(", ")));
    }

    ChartLayout currentLayout() {
        return new ChartLayout(getWidth(), getHeight(), metricsScreenCharts.panels().size(), fonts.factor(),
                painter.namesWidth(metricsScreenCharts));
    }

    private void setTextScale(double factor) {
        fonts = ChartFonts.forScale(factor);
        painter.setFonts(fonts);
        repaint();
    }

    @Override
    protected void repaint() {
        setNeedsLayout(true);
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        paint();
        updatePointed();
    }

    private void paint() {
        var layout = currentLayout();
        if (getScene() == null || metricsScreenCharts.panels().isEmpty() || !layout.isLegible()) {
            canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
            return;
        }
        painter.paint(metricsScreenCharts, layout, inFront());
    }

    /** Returns the index of the line in front; −1 for none. */
    int inFront() {
        return IntStream.range(0, metricsScreenCharts.lines().size())
                .filter(line -> front.get().filter(metricsScreenCharts.lines().get(line).key()::equals).isPresent())
                .findFirst().orElse(-1);
    }

    /** Moves the crosshair to a moment, or hides it. It stays there while time goes on. */
    void pointAt(Optional<Instant> moment) {
        axis.pointerProperty().set(moment.filter(this::isInSight));
    }

    private void updatePointed() {
        var pointer = axis.pointerProperty().get().filter(this::isInSight);
        pointed.set(pointer.flatMap(at -> MetricValuesAtTime.nearestTo(metricsScreenCharts, at)));
        cross.show(metricsScreenCharts, currentLayout(), pointer, pointed.get());
    }

    private boolean isInSight(Instant moment) {
        return !moment.isBefore(metricsScreenCharts.frame().from())
                && !moment.isAfter(metricsScreenCharts.frame().to());
    }

    /** Marks the time range to zoom to; nothing where both ends are the same. */
    void markRange(double from, double to) {
        var layout = currentLayout();
        zoomSelection.setVisible(from != to);
        zoomSelection.setX(Math.min(from, to));
        zoomSelection.setWidth(Math.abs(to - from));
        zoomSelection.setY(layout.top(0));
        zoomSelection.setHeight(layout.bottom(layout.charts() - 1) - layout.top(0));
    }

    /** Brings the line nearest to a point to the front; none where none is near. */
    void bringForward(double x, double y) {
        var layout = currentLayout();
        if (metricsScreenCharts.panels().isEmpty()) {
            return;
        }
        int number = layout.chartAt(y);
        var panel = metricsScreenCharts.panels().get(number);
        var moment = MetricValuesAtTime.nearestTo(metricsScreenCharts,
                metricsScreenCharts.frame().momentAt(layout.shareAt(x)));
        int nearest = -1;
        double minimum = NEAR;
        for (int line = 0; moment.isPresent() && line < metricsScreenCharts.lines().size(); line++) {
            double shown = moment.get().rows().get(line)[number];
            double away = Math.abs(layout.y(number, panel.scale().share(shown)) - y);
            if (!Double.isNaN(shown) && away < minimum) {
                minimum = away;
                nearest = line;
            }
        }
        bringForward(nearest);
    }

    /** Brings a line to the front; the one that is there already goes back. */
    void bringForward(int line) {
        var key = line < 0 || line >= metricsScreenCharts.lines().size() ? Optional.empty()
                : Optional.of(metricsScreenCharts.lines().get(line).key());
        front.set(key.equals(front.get()) ? Optional.empty() : key);
    }

    /** Returns the index of the line of a board, by its number on the node; −1 for none. */
    int boardLine(String number) {
        return IntStream.range(0, metricsScreenCharts.lines().size())
                .filter(line -> metricsScreenCharts.lines().get(line).name().equals(number)).findFirst().orElse(-1);
    }

    /** Brings the next or previous line to the front. */
    void stepFront(int by) {
        int count = metricsScreenCharts.lines().size();
        if (count > 0) {
            int now = inFront();
            int next;
            if (now < 0) {
                if (by > 0) {
                    next = 0;
                } else {
                    next = count - 1;
                }
            } else {
                next = Math.floorMod(now + by, count);
            }
            front.set(Optional.of(metricsScreenCharts.lines().get(next).key()));
        }
    }

    /** The crosshair through all charts at one moment, with a dot on every line and the time below. FX thread. */
    private static final class ChartCrosshair {

        /** With more lines, dots would hide what they mark. */
        private static final int MOST_DOTTED = 16;
        private static final double DOT = 2.5;
        /** The times of the axis stay readable above it. */
        private static final double BELOW_TICKS = 24;

        private final CssColorPalette<ChartColor> palette;
        private final ZoneId zone;
        private final Line line = new Line();
        private final Label badge = new Label();
        private final Group dots = new Group();
        private final List<Circle> pool = new ArrayList<>();
        private final Pane node = new Pane(line, dots, badge);

        ChartCrosshair(CssColorPalette<ChartColor> palette, ZoneId zone) {
            this.palette = palette;
            this.zone = zone;
            line.getStyleClass().add("crosshair");
            badge.getStyleClass().add("crosshair-time");
            badge.setManaged(false);
            node.setMouseTransparent(true);
            node.setManaged(false);
            node.setVisible(false);
        }

        Pane node() {
            return node;
        }

        /** Shows the crosshair at the measured moment, or else at the pointed time. */
        void show(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, Optional<Instant> pointer,
                Optional<MetricValuesAtTime> moment) {
            node.setVisible(pointer.isPresent() && layout.isLegible() && !metricsScreenCharts.panels().isEmpty());
            if (!node.isVisible()) {
                return;
            }
            var at = moment.map(MetricValuesAtTime::at).or(() -> pointer).orElseThrow();
            double x = Math.max(layout.left(), Math.floor(layout.x(metricsScreenCharts.frame().shareOf(at))) + 0.5);
            double bottom = layout.bottom(layout.charts() - 1);
            line.setStartX(x);
            line.setEndX(x);
            line.setStartY(layout.top(0) - 4);
            line.setEndY(bottom + 4);
            badge.setText(new ChartTimeFormatter(metricsScreenCharts.frame(), zone).exact(at));
            badge.autosize();
            badge.relocate(Math.rint(Math.clamp(x - badge.getWidth() / 2, 0, layout.width() - badge.getWidth())),
                    bottom + BELOW_TICKS);
            drawDots(metricsScreenCharts, layout, x, moment);
        }

        private void drawDots(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, double x,
                Optional<MetricValuesAtTime> moment) {
            int used = 0;
            for (int row = 0; moment.isPresent() && row < metricsScreenCharts.lines().size()
                    && metricsScreenCharts.lines().size() <= MOST_DOTTED; row++) {
                for (int number = 0; number < layout.charts(); number++) {
                    double shown = moment.get().rows().get(row)[number];
                    if (!Double.isNaN(shown)) {
                        var dot = pooledDot(used++);
                        dot.setCenterX(x);
                        dot.setCenterY(layout.y(number, metricsScreenCharts.panels().get(number).scale().share(shown)));
                        dot.setFill(
                                palette.colorOf(ChartColor.seriesColor(metricsScreenCharts.lines().get(row).color())));
                    }
                }
            }
            for (int i = 0; i < pool.size(); i++) {
                pool.get(i).setVisible(i < used);
            }
        }

        private Circle pooledDot(int number) {
            while (pool.size() <= number) {
                var dot = new Circle(DOT);
                pool.add(dot);
                dots.getChildren().add(dot);
            }
            return pool.get(number);
        }
    }
}
