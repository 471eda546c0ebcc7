package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import tessera.ui.kit.FontProbe;
import tessera.ui.kit.TextFit;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * Charts one above the other over one time axis, with one crosshair through all of them. FX thread.
 *
 * <p>Painted only while it is in a window; what follows the pointer lies above the canvas and is not painted anew.
 */
final class ChartPane extends Region implements ChartInks.InkedControl {

    private static final double NEAR = 14;

    private final ChartInks inks = new ChartInks(this, this::requestPaint);
    private final Canvas canvas = new Canvas();
    private final ChartCrosshair cross;
    private final Rectangle chosen = new Rectangle();
    private final ChartPainter painter;
    private final ObjectProperty<Optional<Object>> front = new SimpleObjectProperty<>(Optional.empty());
    private final TimeAxis axis;
    private final ObjectProperty<Optional<ChartMoment>> pointed = new SimpleObjectProperty<>(Optional.empty());
    private boolean scrolls;
    private ChartLetters letters = ChartLetters.of(1);
    private Chart chart = Chart.empty(new TimeFrame(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)));

    /** With a time of its own. */
    ChartPane(ZoneId zone) {
        this(zone, new TimeAxis());
    }

    /** @param axis shared with other charts */
    ChartPane(ZoneId zone, TimeAxis axis) {
        this.axis = axis;
        painter = new ChartPainter(canvas.getGraphicsContext2D(), inks, new TextFit(), zone);
        cross = new ChartCrosshair(inks, zone);
        setId("metrics-chart");
        getStyleClass().add("time-charts");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.NODE);
        chosen.getStyleClass().add("zoom-choice");
        chosen.setManaged(false);
        chosen.setVisible(false);
        getChildren().addAll(canvas, new FontProbe(this::write), chosen, cross.node());
        front.addListener((property, before, now) -> paint());
        axis.pointerProperty().addListener((property, before, now) -> point());
        var clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
        new ChartHand(this).attach();
    }

    /** The device whose line is above the others. */
    ObjectProperty<Optional<Object>> frontProperty() {
        return front;
    }

    /** The time the user chose to see; empty for the time up to now. */
    ObjectProperty<Optional<TimeFrame>> zoomProperty() {
        return axis.zoomProperty();
    }

    /** What lies under the pointer; empty while it is elsewhere, or in a gap. */
    ObjectProperty<Optional<ChartMoment>> pointedProperty() {
        return pointed;
    }

    /** How far back one can go; zero where all there is is in sight. */
    ObjectProperty<Duration> reachProperty() {
        return axis.reachProperty();
    }

    TimeAxis axis() {
        return axis;
    }

    /** Leaves the wheel to the page on which it is, unless Ctrl or Shift is down. */
    void scrollWithPage() {
        scrolls = true;
    }

    boolean scrolls() {
        return scrolls;
    }

    Chart chart() {
        return chart;
    }

    void show(Chart newest) {
        chart = newest;
        setAccessibleText(description());
        paint();
        point();
    }

    private String description() {
        return "Charts of %s for %s, %s".formatted(
                chart.panels().stream().map(panel -> panel.quantity().title()).collect(Collectors.joining(", ")),
                chart.lines().stream().map(ChartLine::title).collect(Collectors.joining(", ")),
                chart.gaps().stream().map(MeasurementGap::words).collect(Collectors.joining(", ")));
    }

    ChartLayout arrangement() {
        return new ChartLayout(getWidth(), getHeight(), chart.panels().size(), letters.factor(), painter.beside(chart));
    }

    private void write(double factor) {
        letters = ChartLetters.of(factor);
        painter.write(letters);
        requestPaint();
    }

    private void requestPaint() {
        setNeedsLayout(true);
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        paint();
        point();
    }

    private void paint() {
        var layout = arrangement();
        if (getScene() == null || chart.panels().isEmpty() || !layout.legible()) {
            canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
            return;
        }
        painter.paint(chart, layout, inFront());
    }

    /** Which line is above the others; −1 for none. */
    int inFront() {
        return IntStream.range(0, chart.lines().size())
                .filter(line -> front.get().filter(chart.lines().get(line).key()::equals).isPresent()).findFirst()
                .orElse(-1);
    }

    /** Puts the crosshair at a moment, or away. It stays there while time goes on. */
    void point(Optional<Instant> moment) {
        axis.pointerProperty().set(moment.filter(this::inSight));
    }

    private void point() {
        var pointer = axis.pointerProperty().get().filter(this::inSight);
        pointed.set(pointer.flatMap(at -> ChartMoment.near(chart, at)));
        cross.show(chart, arrangement(), pointer, pointed.get());
    }

    private boolean inSight(Instant moment) {
        return !moment.isBefore(chart.frame().from()) && !moment.isAfter(chart.frame().to());
    }

    /** Marks the part of the time that would be zoomed to; nothing where both ends are the same. */
    void mark(double from, double to) {
        var layout = arrangement();
        chosen.setVisible(from != to);
        chosen.setX(Math.min(from, to));
        chosen.setWidth(Math.abs(to - from));
        chosen.setY(layout.top(0));
        chosen.setHeight(layout.bottom(layout.charts() - 1) - layout.top(0));
    }

    /** Puts the line nearest to a point above the others; none where none is near. */
    void bringForward(double x, double y) {
        var layout = arrangement();
        if (chart.panels().isEmpty()) {
            return;
        }
        int number = layout.chart(y);
        var panel = chart.panels().get(number);
        var moment = ChartMoment.near(chart, chart.frame().at(layout.share(x)));
        int nearest = -1;
        double least = NEAR;
        for (int line = 0; moment.isPresent() && line < chart.lines().size(); line++) {
            double shown = moment.get().rows().get(line)[number];
            double away = Math.abs(layout.y(number, panel.scale().share(shown)) - y);
            if (!Double.isNaN(shown) && away < least) {
                least = away;
                nearest = line;
            }
        }
        bringForward(nearest);
    }

    /** Puts a line above the others; the one that is there already goes back. */
    void bringForward(int line) {
        var key = line < 0 || line >= chart.lines().size() ? Optional.empty()
                : Optional.of(chart.lines().get(line).key());
        front.set(key.equals(front.get()) ? Optional.empty() : key);
    }

    /** The line of a board, by its number on the node; −1 where there is none. */
    int board(String number) {
        return IntStream.range(0, chart.lines().size()).filter(line -> chart.lines().get(line).name().equals(number))
                .findFirst().orElse(-1);
    }

    /** Goes from the line in front to the next or the one before. */
    void step(int by) {
        int count = chart.lines().size();
        if (count > 0) {
            int now = inFront();
            int next = now < 0 ? by > 0 ? 0 : count - 1 : Math.floorMod(now + by, count);
            front.set(Optional.of(chart.lines().get(next).key()));
        }
    }

    @Override
    public ChartInks inks() {
        return inks;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return ChartInks.metaData();
    }
}
